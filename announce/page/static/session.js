// Who one is here: signing in and out, and what is refused for it.

import { patiently, signIn, signOut, who } from "./link.js";
import { drawSignIn } from "./panels.js";
import { say } from "./words.js";

// What the page's server itself refuses, in words; anything else is the table's own.
const REFUSALS = ["role", "often", "sign_in", "unknown", "unanswered", "length"];

export const reason = (text) => (REFUSALS.includes(text) ? say(`page.no.${text}`) : text);

// After the server was away: one whom it no longer knows, as sessions end with it, is shown what he now may.
export async function stillMe(me) {
  const now = await patiently(who);
  if (now.name !== me.name || now.role !== me.role) location.reload();
}

// Asks for name and password; the cookie one is given lives as long as his session.
export function stranger(why = "") {
  drawSignIn(document.getElementById("sign-in"), why && reason(why), async (name, password) => {
    let refused = "unanswered";
    try {
      refused = await signIn(name, password);
    } catch {
      // The table is away.
    }
    if (refused) stranger(refused);
    else location.reload();
  });
}

// The button to sign in or out. me: {name, accounts}
export function drawAccount(button, me) {
  button.hidden = !me.accounts;
  button.textContent = me.name ? say("page.sign_out", { name: me.name }) : say("page.sign_in");
  button.onclick = async () => {
    if (!me.name) {
      stranger();
      return;
    }
    try {
      await signOut();
    } catch {
      return; // The page says itself that the table is away.
    }
    location.reload();
  };
}
