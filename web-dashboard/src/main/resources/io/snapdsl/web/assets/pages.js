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

    const keys = document.getElementById('keys');
    const help = document.getElementById('help');
    if (help && keys) {
        help.hidden = false;
        help.addEventListener('click', () => keys.showModal());
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
    const places = {o: '/', t: '/timeline', s: '/search', r: '/operations'};
    document.addEventListener('keydown', (event) => {
        const typing = event.target.closest('input, textarea, select');
        if (typing || event.ctrlKey || event.metaKey || event.altKey || keys?.open) {
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
        }
    });

    // Syntax colours, line by line in differences and at once in a file. Long texts stay plain.
    const longest = 200000;
    const colour = (root) => {
        if (!window.hljs) {
            return;
        }
        root.querySelectorAll('[data-language]').forEach((block) => {
            const language = block.dataset.language.toLowerCase();
            if (block.dataset.coloured || !hljs.getLanguage(language) || block.textContent.length > longest) {
                return;
            }
            block.dataset.coloured = 'yes';
            block.querySelectorAll('code').forEach((code) => {
                code.innerHTML = hljs.highlight(code.textContent, {language, ignoreIllegals: true}).value;
            });
        });
    };
    if (document.querySelector('[data-language]')) {
        const script = document.createElement('script');
        script.src = document.documentElement.dataset.highlighter;
        script.onload = () => colour(document);
        document.head.append(script);
    }

    // What takes its time is asked for once.
    document.addEventListener('submit', (event) => {
        const busy = event.target.dataset.busy;
        if (busy) {
            const button = event.target.querySelector('button');
            button.disabled = true;
            button.textContent = busy;
        }
    });

    // A part of a page that tells what happens is fetched again when something has happened.
    const live = document.querySelector('[data-live]');
    if (live && window.EventSource && window.htmx) {
        let waiting = null;
        const events = new EventSource('/api/v1/events');
        events.addEventListener('operation', () => {
            waiting = waiting || setTimeout(() => {
                waiting = null;
                htmx.ajax('GET', live.dataset.live, {target: '#content', select: '#content > *', swap: 'innerHTML'});
            }, 1000);
        });
        addEventListener('pagehide', () => events.close());
    }
})();
