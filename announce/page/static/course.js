// The exercises of a lesson: the question next to the board, and the answers given on the board.

import { caseName } from "./board.js";
import { button, changed, node, refill, svg } from "./elements.js";
import { CASE, FLECHE } from "./geometry.js";
import { say } from "./words.js";

const STEPS = ["board", "playing", "jans", "filling", "coin", "marking", "ecoles", "sorties", "leaving", "fausses_cases"];
const KINDS = { set_up: ["exercise_set", "misplaced"], asked: ["exercise_asked"], judged: ["exercise_judged"] };
const POINTS = [0, 2, 4, 6, 8, 10];

// Remembers the chosen cases between two drawings. again(): redraws everything.
export function createCourse(editor, again) {
  let pointed = new Set();
  let of = ""; // the exercise that the chosen cases belong to
  let begun = null; // what was asked for when exercises last began on this page

  // Begins the answer to a new exercise. Does nothing during an exercise.
  function follow(course) {
    const now = course ? JSON.stringify([course.theme, course.position, course.phase, course.answered]) : "";
    if (now === of) return;
    of = now;
    pointed = new Set();
    if (course?.phase === "asked" && course.kind === "play") editor.begin(before(course));
    else if (editor.position()) editor.end();
  }

  // Returns the state that the board draws during an exercise.
  function state(now) {
    const { course } = now;
    const { points, trous } = course.answer ?? {};
    const marked = points === undefined ? {} : { points, trous };
    const score = (side) => ({ ...course.score[side], ...(side === course.side ? marked : {}), owed: 0 });
    const answer = course.answer?.position;
    const play = course.answer?.play ?? course.play;
    return {
      ...now,
      position: editor.position() ?? answer ?? course.position,
      dice: course.dice,
      trait: course.thrower,
      score: { blancs: score("blancs"), noirs: score("noirs") },
      pavillon: null,
      jans: [],
      arrows: play.map(([from, to]) => ({ side: course.thrower, from, to, kind: "play" })),
    };
  }

  // Returns the drawing's options: wrong cases during setup, controls for the answer, and the right cases afterwards.
  function drawn(course) {
    const wrong = course.differences.map(({ side, case: number }) => ({ side, case: number }));
    if (course.phase === "asked" && course.kind === "play") return { over: editor.handles };
    if (course.kind === "cases" && course.phase === "asked") return { over: (at) => handles(at, course.side) };
    if (course.answer?.cases) return { right: course.answer.cases.map((number) => ({ side: course.side, case: number })) };
    return { wrong };
  }

  function toggle(number) {
    if (!pointed.delete(number)) pointed.add(number);
    again();
  }

  // Draws a button for each case.
  function handles(at, side) {
    const made = svg("g", { class: "handles" });
    for (let number = 1; number <= 24; number += 1) {
      const { x, y, up } = at.foot(side, number);
      const one = svg("rect", {
        x: x - CASE / 2 + 3,
        y: up < 0 ? y - FLECHE - 60 : y,
        width: CASE - 6,
        height: FLECHE + 60,
        rx: 12,
        tabindex: 0,
        role: "button",
        "aria-pressed": String(pointed.has(number)),
        "aria-label": caseName(side, number),
        class: pointed.has(number) ? "from" : "",
      });
      one.addEventListener("click", () => toggle(number));
      one.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        toggle(number);
      });
      made.append(one);
    }
    return made;
  }

  // Draws the panel. ask(body): sends the course a request, null where not allowed; camera: whether there is one.
  function panel(holder, now, announcements, language, { ask, camera }) {
    holder.hidden = !(now.course || (ask && now.mode === "lesson"));
    if (holder.hidden) return;
    const { course } = now;
    if (!course) {
      const over = begun && announcements.findLast((one) => one.kind === "course_stopped");
      const begin = (body) => ask((begun = { do: "start", ...body }));
      if (changed(holder, "start", camera, over?.id)) holder.replaceChildren(...start(begin, camera, begun, over?.text[language]));
      return;
    }
    const text = announcements.findLast((one) => KINDS[course.phase].includes(one.kind));
    if (!changed(holder, course, text?.id, [...pointed], editor.position())) return;
    const article = course.phase === "judged" && text?.article;
    refill(
      holder,
      node("h2", {}, say(`page.course.step.${course.step}`)),
      node("p", { class: "quiet" }, [course.pupil, say("page.course.side", { side: say(`side.name.${course.side}`).toLowerCase() })].filter(Boolean).join(" · ")),
      node("p", { class: `asked ${course.right === null ? "" : course.right ? "right" : "not"}`, role: "status" }, text?.text[language] ?? ""),
      article ? node("p", { class: "article" }, article) : "",
      ...(ask ? answers(course, ask) : []),
      course.answered ? node("p", { class: "quiet" }, say("page.course.asked", { right: course.right_so_far, answered: course.answered })) : "",
      ask
        ? node(
            "div",
            { class: "orders" },
            course.phase === "judged" ? button(say("page.course.next"), () => ask({ do: "next" }), { class: "main" }) : button(say("page.course.skip"), () => ask({ do: "skip" })),
            button(say("page.course.stop"), () => ask({ do: "stop" })),
          )
        : "",
    );
  }

  function answers(course, ask) {
    if (course.phase === "set_up") return [button(say("page.course.ready"), () => ask({ do: "ready" }))];
    if (course.phase !== "asked") return [];
    const seen = course.board && (course.kind === "play" || course.kind === "jeton") ? button(say(course.kind === "play" ? "page.course.look" : "page.course.marked"), () => ask({ do: "look" })) : "";
    switch (course.kind) {
      case "play":
        return [
          node("p", { class: "quiet" }, say(course.step === "sorties" ? "page.course.touch.out" : "page.course.touch")),
          node(
            "div",
            { class: "orders" },
            seen,
            button(say("page.course.answer"), () => ask({ position: editor.position() })),
            button(say("page.course.again"), () => editor.begin(before(course))),
          ),
        ];
      case "cases":
        return [
          node("p", { class: "quiet" }, pointed.size ? say("page.course.chosen", { cases: chosen(course.side) }) : say("page.course.point")),
          node("div", { class: "orders" }, button(say("page.course.answer"), () => ask({ cases: [...pointed] }), { disabled: !pointed.size })),
        ];
      case "amount":
        return [choices(course.offered.map((number) => [String(number), { number }]), ask)];
      case "yes_no":
        return [choices([[say("page.course.yes"), { yes: true }], [say("page.course.no"), { yes: false }]], ask)];
      case "leave":
        return [choices([[say("page.course.hold"), { yes: false }], [say("page.course.leave"), { yes: true }]], ask)];
      default:
        return [
          course.board ? node("p", { class: "quiet", role: "status" }, say(`page.course.${course.unread ? `unread.${course.unread}` : "mark"}`)) : "",
          seen,
          marks(course, ask),
        ];
    }
  }

  const chosen = (side) => [...pointed].sort((a, b) => a - b).map((number) => caseName(side, number)).join(", ");

  return { follow, state, drawn, panel };
}

function choices(of, ask) {
  return node("div", { class: "choices" }, ...of.map(([text, body]) => button(text, () => ask(body))));
}

// Returns a form with two lists: where the jeton and the fichet belong.
function marks(course, ask) {
  const list = (name, numbers, now) => {
    const made = node("select", { name });
    for (const number of numbers) made.append(node("option", { value: number, selected: number === now }, String(number)));
    return node("label", {}, say(`page.course.${name}`), made);
  };
  const { points, trous } = course.score[course.side];
  const form = node(
    "form",
    { class: "guess" },
    list("points", POINTS, course.points_seen ?? points),
    list("trous", [...Array(13).keys()], trous),
    node("button", { type: "submit" }, say("page.course.answer")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask({ points: Number(form.elements.points.value), trous: Number(form.elements.trous.value) });
  });
  return form;
}

// Returns the position to play from: the exercise's, or the one after the play to be corrected.
function before(course) {
  const counts = { blancs: [...course.position.blancs], noirs: [...course.position.noirs] };
  for (const [from, to] of course.play) {
    counts[course.thrower][from - 1] -= 1;
    if (to < 25) counts[course.thrower][to - 1] += 1;
  }
  return counts;
}

// Returns the form that begins exercises. last: how they last began; the same pupil is offered the next step. over: how they ended.
function start(begin, camera, last, over) {
  const pupil = node("input", { name: "pupil", maxlength: 64, autocomplete: "off", value: last?.pupil ?? "" });
  const steps = node("select", { name: "step" }, node("option", { value: "" }, say("page.course.all")));
  const next = last?.step && STEPS[STEPS.indexOf(last.step) + 1];
  for (const step of STEPS) steps.append(node("option", { value: step, selected: step === next }, say(`page.course.step.${step}`)));
  const board = node("input", { type: "checkbox", name: "board" });
  const form = node(
    "form",
    { class: "guess" },
    node("label", {}, say("page.course.pupil"), pupil),
    node("label", {}, say("page.course.step"), steps),
    camera ? node("label", { class: "tick" }, board, say("page.course.board")) : "",
    node("button", { type: "submit" }, say("page.course.start")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = { board: board.checked };
    if (pupil.value.trim()) body.pupil = pupil.value.trim();
    if (steps.value) body.step = steps.value;
    begin(body);
  });
  return [node("h2", {}, say("page.course")), over ? node("p", { class: "asked", role: "status" }, over) : "", form];
}

// Draws every pupil's progress, for a teacher: [{pupil, steps: {step: [known, met, all]}}, ...]
export function drawProgress(holder, pupils) {
  holder.hidden = !pupils?.length;
  if (holder.hidden || !changed(holder, pupils)) return;
  const head = node("tr", {}, node("th", { scope: "col" }, say("page.course.pupil")), ...STEPS.map((step) => node("th", { scope: "col" }, say(`page.course.step.${step}`))));
  const rows = pupils.map(({ pupil, steps }) =>
    node(
      "tr",
      {},
      node("th", { scope: "row" }, pupil || "—"),
      ...STEPS.map((step) => node("td", {}, say("page.course.progress.cell", { known: steps[step][0], all: steps[step][2] }))),
    ),
  );
  holder.replaceChildren(
    node("summary", {}, say("page.course.progress")),
    node("div", { class: "wide", tabindex: 0, role: "region", "aria-label": say("page.course.progress") }, node("table", { class: "sheet progress" }, node("thead", {}, head), node("tbody", {}, ...rows))),
  );
}
