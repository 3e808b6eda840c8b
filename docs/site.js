// Parts that the theme adds by script: the keyboard reaches tables that scroll, and each code's buttons have a name.
new MutationObserver(() => {
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((table) => (table.tabIndex = 0));
  document.querySelectorAll(".md-code__nav").forEach((nav, at) => nav.setAttribute("aria-label", `Code ${at + 1}`));
}).observe(document.body, { childList: true, subtree: true });
