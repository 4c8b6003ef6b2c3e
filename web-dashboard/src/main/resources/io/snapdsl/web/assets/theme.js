// Before anything is painted: what was chosen last time. Without a choice the system's counts.
(() => {
    let chosen = null;
    try {
        chosen = localStorage.getItem('theme');
    } catch (e) {
        return; // Storage is off: the system's theme it is.
    }
    if (chosen) {
        document.documentElement.dataset.theme = chosen;
    }
})();
