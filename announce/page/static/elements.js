// Creates the page's HTML and SVG elements, and redraws their holders.

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

// Replaces a holder's children. The keyboard focus stays on the control at the same place.
export function refill(holder, ...children) {
  const controls = () => [...holder.querySelectorAll("button, input, select, a[href], [tabindex]")];
  const at = controls().indexOf(document.activeElement);
  holder.replaceChildren(...children);
  if (at < 0) return;
  const other = controls()[at];
  (other && !other.disabled ? other : controls().find((one) => !one.disabled))?.focus();
}

// Returns whether a holder must be redrawn, for new content or another language. Otherwise typed text, focus and open
// parts can stay as they are.
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
