// The visitor's session: signing in and out, and refused requests.

import { patiently, signIn, signOut, who } from "./link.js";
import { drawSignIn } from "./panels.js";
import { say } from "./words.js";

// The refusals of the page's server, which have phrases. Those of the table bring their text in each language.
const REFUSALS = ["role", "often", "sign_in", "unknown", "unanswered", "length"];

export const reason = ({ error, text }) => text?.[document.documentElement.lang] ?? (REFUSALS.includes(error) ? say(`page.no.${error}`) : error);

// After a reconnection: sessions end with the server, so reload the page if the visitor's rights have changed.
export async function stillMe(me) {
  const now = await patiently(who);
  if (now.name !== me.name || now.role !== me.role) location.reload();
}

// Asks for name and password. The cookie from signing in lasts as long as the session.
export function stranger(why = null) {
  drawSignIn(document.getElementById("sign-in"), why ? reason(why) : "", async (name, password) => {
    let refused = { error: "unanswered" };
    try {
      refused = await signIn(name, password);
    } catch {
      // The table cannot be reached.
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
      return; // The page already shows that the table cannot be reached.
    }
    location.reload();
  };
}
