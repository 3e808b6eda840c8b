// The two kinds of element the page is made of, and how what holds them is drawn anew.

export function node(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") made.addEventListener("click", value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function button(text, on, attributes = {}) {
  return node("button", { type: "button", on, ...attributes }, text);
}

// Puts other children into a holder; what was last reached in it by the keyboard still is, by its place among the controls.
export function refill(holder, ...children) {
  const controls = () => [...holder.querySelectorAll("button, input, select, a[href]")];
  const at = controls().indexOf(document.activeElement);
  holder.replaceChildren(...children);
  if (at < 0) return;
  const other = controls()[at];
  (other && !other.disabled ? other : controls().find((one) => !one.disabled))?.focus();
}

// Whether what a holder is to show is other than what it shows, in this language. What is typed in it, reached or opened
// stays while it is not.
export function changed(holder, ...shown) {
  const drawn = JSON.stringify([document.documentElement.lang, ...shown]);
  if (holder.dataset.drawn === drawn) return false;
  holder.dataset.drawn = drawn;
  return true;
}

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
