// What pages do beyond links and forms. Everything here is a convenience: pages can be read without it.
(() => {
    'use strict';

    const theme = document.getElementById('theme');
    if (theme) {
        const order = ['system', 'light', 'dark'];
        const now = () => document.documentElement.dataset.theme || 'system';
        const label = () => {
            theme.textContent = {system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark'}[now()];
        };
        theme.hidden = false;
        label();
        theme.addEventListener('click', () => {
            const next = order[(order.indexOf(now()) + 1) % order.length];
            if (next === 'system') {
                delete document.documentElement.dataset.theme;
                localStorage.removeItem('theme');
            } else {
                document.documentElement.dataset.theme = next;
                localStorage.setItem('theme', next);
            }
            label();
        });
    }

    document.querySelector('.top nav [aria-current]')?.scrollIntoView({block: 'nearest', inline: 'center'});

    const keys = document.getElementById('keys');
    const help = document.getElementById('help');
    if (help && keys) {
        help.hidden = false;
        help.addEventListener('click', () => keys.showModal());
    }

    const copying = (button, text) => button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(text());
        button.textContent = 'Copied';
        setTimeout(() => {
            button.textContent = 'Copy';
        }, 1500);
    });

    // Every action has a command that does the same, for this store. {name} in it is what the form's field of that name holds.
    const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'");
    const command = (element) => element.dataset.command.replace(/ (-{1,2}[\w-]+ )?\{(\w+)\}/g, (all, option, name) => {
        const value = element.elements?.[name]?.value.trim();
        return value ? ' ' + (option || '') + quoted(value) : '';
    }).replace(/^snapdsl/, () => document.documentElement.dataset.snapdsl);
    const told = document.getElementById('command');
    const own = {text: told?.querySelector('code').textContent, hidden: !told || told.hidden};
    if (told) {
        const code = told.querySelector('code');
        const hint = told.querySelector('.hint');
        const tell = (event) => {
            const action = event.target.closest?.('[data-command]');
            if (action) {
                hint.textContent = 'This action';
                code.textContent = command(action);
                told.hidden = false;
            } else if (!event.target.closest?.('.bottom')) {
                hint.textContent = 'This page';
                code.textContent = own.text;
                told.hidden = own.hidden;
            }
        };
        ['pointerover', 'focusin', 'input'].forEach((name) => document.addEventListener(name, tell));
        const copy = document.getElementById('copy');
        if (navigator.clipboard) {
            copy.hidden = false;
            copying(copy, () => code.textContent);
        }
    }
    const commands = document.getElementById('commands');
    const showCommands = () => {
        const actions = [...document.querySelectorAll('[data-command]')].map((element) => {
            const label = element.matches('form') ? element.querySelector('button') : element;
            return [(label.getAttribute('aria-label') || label.textContent).trim().replace(/…$/, ''), command(element)];
        });
        const rows = (own.hidden ? [] : [['This page', own.text]]).concat(actions).flatMap(([title, words]) => {
            const name = document.createElement('dt');
            name.textContent = title;
            const code = document.createElement('code');
            code.textContent = words;
            const text = document.createElement('dd');
            text.append(code);
            if (navigator.clipboard) {
                const button = document.createElement('button');
                button.type = 'button';
                button.className = 'quiet';
                button.textContent = 'Copy';
                copying(button, () => code.textContent);
                text.append(' ', button);
            }
            return [name, text];
        });
        commands.querySelector('dl').replaceChildren(...rows);
        commands.showModal();
    };
    const allCommands = document.getElementById('all-commands');
    if (allCommands && (!own.hidden || document.querySelector('[data-command]'))) {
        allCommands.hidden = false;
        allCommands.addEventListener('click', showCommands);
    }

    // j and k move over entries, wherever they are.
    const entries = () => [...document.querySelectorAll('[data-entry]')];
    const step = (by) => {
        const all = entries();
        if (!all.length) {
            return;
        }
        const current = all.findIndex((entry) => entry.classList.contains('current'));
        const next = all[Math.min(all.length - 1, Math.max(0, current < 0 ? 0 : current + by))];
        all.forEach((entry) => entry.classList.toggle('current', entry === next));
        const target = next.querySelector('a, summary') || next;
        target.focus({preventScroll: true});
        next.scrollIntoView({block: 'nearest'});
    };

    let went = false;
    const places = {o: '/', t: '/timeline', s: '/search', p: '/policies', r: '/operations'};
    document.addEventListener('keydown', (event) => {
        const typing = event.target.closest('input:not([type=range]), textarea, select');
        if (typing || event.ctrlKey || event.metaKey || event.altKey || keys?.open || commands?.open) {
            if (typing && event.key === 'Escape') {
                event.target.blur();
            }
            return;
        }
        if (went && places[event.key]) {
            location.assign(places[event.key]);
        }
        went = event.key === 'g';
        const search = document.querySelector('[data-search]');
        if (event.key === '/') {
            event.preventDefault();
            if (search) {
                search.focus();
            } else {
                location.assign('/search');
            }
        } else if (event.key === 'j') {
            step(1);
        } else if (event.key === 'k') {
            step(-1);
        } else if (event.key === '?' && keys) {
            keys.showModal();
        } else if (event.key === 'c' && allCommands && !allCommands.hidden) {
            showCommands();
        }
    });

    // Syntax colours, line by line, so that the lines of a table stay apart. Long texts stay plain.
    const longest = 200000;
    const languages = {
        gradle: 'groovy', jte: 'html', svg: 'xml', htm: 'html', mjs: 'javascript', cjs: 'javascript', tsx: 'typescript',
        jsonl: 'json', toml: 'ini', conf: 'ini', cfg: 'ini', properties: 'ini', h: 'c', hpp: 'cpp', pyi: 'python', zsh: 'bash',
    };
    const colourNow = (root) => {
        root.querySelectorAll('[data-language]:not([data-coloured])').forEach((block) => {
            const ending = block.dataset.language.toLowerCase();
            const language = languages[ending] || ending;
            if (!hljs.getLanguage(language) || block.textContent.length > longest) {
                return;
            }
            block.dataset.coloured = language;
            block.querySelectorAll('code').forEach((code) => {
                code.innerHTML = hljs.highlight(code.textContent, {language, ignoreIllegals: true}).value;
            });
        });
    };
    let highlighter = null;
    const colour = (root) => {
        if (!root.querySelector('[data-language]:not([data-coloured])')) {
            return;
        }
        highlighter = highlighter || new Promise((loaded, failed) => {
            const script = document.createElement('script');
            script.src = document.documentElement.dataset.highlighter;
            script.onload = loaded;
            script.onerror = failed;
            document.head.append(script);
        });
        highlighter.then(() => colourNow(root));
    };
    colour(document);
    document.addEventListener('htmx:afterSwap', () => colour(document));

    // A long timeline is there in its whole length at once: stretches of it are fetched when they come near what is
    // looked at, and let go when they are far away, so that a hundred thousand entries weigh no more than a few hundred.
    const stretch = 200;
    const unroll = () => {
        const marker = document.querySelector('[data-stretches]');
        if (!marker || !window.IntersectionObserver) {
            return;
        }
        const entry = document.querySelector('.entry:nth-last-of-type(2)') || document.querySelector('.entry');
        const height = entry.offsetHeight;
        const fill = async (place) => {
            if (place.dataset.filled || !place.near) {
                return;
            }
            place.dataset.filled = 'true';
            const answer = await fetch(`${marker.dataset.stretches}&cursor=${place.top}&floor=${place.floor}`);
            if (!answer.ok || !place.near) {
                delete place.dataset.filled;
                return;
            }
            place.firstChild.innerHTML = await answer.text();
            place.style.height = '';
            window.htmx?.process(place);
        };
        const empty = (place) => {
            if (place.dataset.filled && !place.contains(document.activeElement)) {
                place.style.height = place.offsetHeight + 'px';
                place.firstChild.replaceChildren();
                delete place.dataset.filled;
            }
        };
        const watch = (margin, changed) => new IntersectionObserver((seen) => seen.forEach((one) => {
            changed(one.target, one.isIntersecting);
        }), {rootMargin: margin + 'px 0px'});
        // Who drags the bar past thousands of them wants none of those: only what stays in sight for a moment.
        const near = watch(1200, (place, isNear) => {
            place.near = isNear;
            if (isNear) {
                setTimeout(() => fill(place), 60);
            }
        });
        const far = watch(12000, (place, isNear) => isNear || empty(place));
        const places = [];
        for (let top = Number(marker.dataset.below); top > 1; top -= stretch) {
            const place = document.createElement('li');
            place.className = 'stretch';
            place.top = top;
            place.floor = Math.max(1, top - stretch);
            place.dataset.range = `#${top - 1} to #${place.floor}`;
            place.style.height = (top - place.floor) * height + 'px';
            place.append(document.createElement('ol'));
            place.firstChild.className = 'timeline';
            places.push(place);
        }
        marker.replaceWith(...places);
        places.forEach((place) => {
            near.observe(place);
            far.observe(place);
        });
    };
    unroll();
    document.addEventListener('htmx:afterSettle', unroll);

    // The slider of a replay says where it stands, and marks the event in the list.
    const slider = document.querySelector('[data-slider]');
    if (slider) {
        const mark = () => {
            slider.parentElement.querySelector('output').textContent = slider.value;
            document.querySelectorAll('[data-clock]').forEach((event) => {
                const here = event.dataset.clock === slider.value;
                event.classList.toggle('chosen', here);
                if (here) {
                    event.scrollIntoView({block: 'nearest'});
                }
            });
        };
        slider.addEventListener('input', mark);
        mark();
    }

    // The server tells what happens while the page is looked at: to a hidden page it need not.
    let events = null;
    const live = () => document.querySelector('[data-live]');
    const bar = document.getElementById('progress');
    let waiting = null;
    const happened = () => {
        if (live() && window.htmx) {
            waiting = waiting || setTimeout(() => {
                waiting = null;
                htmx.ajax('GET', live().dataset.live, {target: '#content', select: '#content > *', swap: 'innerHTML'});
            }, 1000);
        }
    };
    const words = (one) => one.what + ' of ' + one.subject + (one.step ? ': ' + one.step : '')
        + (one.done ? ', ' + one.done + (one.expected ? ' of ' + one.expected : '') + ' ' + one.unit + (one.done === 1 ? '' : 's') : '');
    const progressed = (message) => {
        const running = JSON.parse(message.data).running;
        const list = document.querySelector('[data-progress]');
        if (list) {
            list.hidden = !running.length;
            list.querySelector('ul').replaceChildren(...running.map((one) => {
                const item = document.createElement('li');
                const progress = document.createElement('progress');
                if (one.expected) {
                    progress.max = one.expected;
                    progress.value = one.done;
                }
                const text = document.createElement('span');
                text.className = 'grow';
                text.textContent = words(one);
                item.append(progress, text);
                return item;
            }));
        }
        if (bar && !bar.hidden && running.length) {
            const one = running[running.length - 1];
            bar.querySelector('span').textContent = words(one);
            const progress = bar.querySelector('progress');
            if (one.expected) {
                progress.max = one.expected;
                progress.value = one.done;
            } else {
                progress.removeAttribute('value');
            }
        }
    };
    const listen = () => {
        if (!events && window.EventSource) {
            // From where the page was made: what happened since must not be missed.
            const heard = live()?.dataset.heard;
            events = new EventSource('/api/v1/events' + (heard ? '?after=' + heard : ''));
            events.addEventListener('operation', happened);
            events.addEventListener('progress', progressed);
        }
    };
    const hush = () => {
        events?.close();
        events = null;
    };
    const attend = () => (document.hidden || !live() ? hush() : listen());
    document.addEventListener('visibilitychange', attend);
    addEventListener('pagehide', hush);
    attend();

    // What takes its time is asked for once, and says how far it is.
    document.addEventListener('submit', (event) => {
        const busy = event.target.dataset.busy;
        if (!busy) {
            return;
        }
        listen();
        if (bar) {
            bar.hidden = false;
            bar.querySelector('span').textContent = busy;
        }
        // A button that is switched off at once would not be sent.
        setTimeout(() => event.target.querySelectorAll('button').forEach((button) => {
            button.disabled = true;
        }));
    });
})();
