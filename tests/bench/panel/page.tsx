// The measured page: `?design=users&count=10000` mounts one design and leaves its numbers in
// `window.panelResult`.
import type { ComponentType } from "react";
import { createRoot } from "react-dom/client";
import "../../../src/ui/tokens.css";
import { loadWords, startWords } from "../../../src/client/i18n.ts";
import { localNames } from "../../../src/client/local.ts";
import { permissionNames } from "../../../src/domain/account/permission.ts";
import { answersFor, roles, session } from "./answers.ts";

export type PanelResult = {
  /** From the first rendering until the rows are painted, the answer's parsing included. */
  readonly standsMs: number;
  /** From typing until the narrowed list is painted; null for the matrix. */
  readonly searchMs: number | null;
  /** From a click on a heading until the list is painted in the new order; null for the matrix. */
  readonly sortMs: number | null;
  /** From a click on a box until the page is laid out again; null for the list. */
  readonly tickMs: number | null;
  readonly nodes: number;
  readonly heapMb: number;
};

declare global {
  interface Window {
    panelResult?: PanelResult | { error: string };
    gc?: () => void;
  }
}

const query = new URLSearchParams(location.search);
const design = query.get("design") ?? "";
const answers = answersFor(Number(query.get("count") ?? 10_000));

window.fetch = async (asked) => {
  const url = new URL(asked instanceof Request ? asked.url : String(asked), location.href);
  const text = answers.get(url.pathname.replace(/^\/api/, ""));
  return new Response(text ?? "{}", {
    status: text === undefined ? 404 : 200,
    headers: { "content-type": "application/json" },
  });
};
localStorage.setItem(localNames.session, JSON.stringify(session));
localStorage.setItem(localNames.botToken, "bench");

/** Loaded after the session stands: the app reads it once. */
const designs: Record<string, () => Promise<ComponentType>> = {
  users: async () => (await import("../../../src/panels/users/users.tsx")).Users,
  matrix: async () => (await import("../../../src/panels/permissions/permissions.tsx")).Permissions,
  "users-plain": async () => (await import("./plain.tsx")).PlainUsers,
  "matrix-plain": async () => (await import("./plain.tsx")).PlainMatrix,
};

const frame = () => new Promise<void>((next) => requestAnimationFrame(() => next()));

/** Milliseconds from `begin` until `stands` holds and that frame is painted. */
async function timed(begin: () => void, stands: () => boolean): Promise<number> {
  const start = performance.now();
  begin();
  while (!stands()) {
    if (performance.now() - start > 60_000) throw new Error("nothing came");
    await new Promise((next) => setTimeout(next));
  }
  await frame();
  // A task after the frame's callbacks runs when it has been painted.
  await new Promise((next) => setTimeout(next));
  return performance.now() - start;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rows = () => [...document.querySelectorAll<HTMLElement>("tbody tr:not([aria-hidden])")];
const boxes = () => [...document.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]")];

function type(text: string): void {
  const input = document.querySelector<HTMLInputElement>("input[type=search]");
  if (!input) throw new Error("nothing to type in");
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

async function measureUsers(): Promise<Partial<PanelResult>> {
  const isNarrow = () => rows().length === 1 && rows()[0]?.textContent.includes("Last 04711");
  const searches: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    searches.push(
      await timed(
        () => type("last 04711"),
        () => isNarrow() === true,
      ),
    );
    await timed(
      () => type(""),
      () => rows().length > 10,
    );
  }
  const heading = [...document.querySelectorAll<HTMLElement>("thead button")].find(
    ({ textContent }) => textContent.startsWith("E-mail"),
  );
  const before = rows()[0]?.textContent;
  const sortMs = await timed(
    () => heading?.click(),
    () => rows()[0]?.textContent !== before,
  );
  return { searchMs: median(searches), sortMs };
}

async function measureMatrix(): Promise<Partial<PanelResult>> {
  const ticks: number[] = [];
  // The customer users' column; what no rule keeps as it is.
  const free = boxes().filter((box, at) => at % roles.length === 0 && !box.disabled);
  for (let at = 0; at < 20; at += 1) {
    const box = free[at * 3];
    const before = box?.checked;
    const start = performance.now();
    // React answers a click before it returns; asking for a height makes the browser lay out.
    box?.click();
    const height = document.body.offsetHeight;
    if (height === 0 || box?.checked === before) throw new Error("the box was not ticked");
    ticks.push(performance.now() - start);
    await frame();
  }
  return { tickMs: median(ticks) };
}

async function measure(): Promise<PanelResult> {
  await startWords("en");
  await loadWords(() => true);
  const Design = await designs[design]!();
  const root = createRoot(document.getElementById("root")!);
  const isMatrix = design.startsWith("matrix");
  const standsMs = await timed(
    () => root.render(<Design />),
    () =>
      isMatrix ? boxes().length === permissionNames.length * roles.length : rows().length > 10,
  );
  const nodes = document.querySelectorAll("#root *").length;
  window.gc?.();
  const { memory } = performance as Performance & { memory?: { usedJSHeapSize: number } };
  const heapMb = (memory?.usedJSHeapSize ?? 0) / 1e6;
  const acts = await (isMatrix ? measureMatrix() : measureUsers());
  return { standsMs, nodes, heapMb, searchMs: null, sortMs: null, tickMs: null, ...acts };
}

measure().then(
  (result) => (window.panelResult = result),
  (error: unknown) => (window.panelResult = { error: String(error) }),
);
