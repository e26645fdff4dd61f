// The steps of undo as this tab keeps them over a reload: of one session, plant and version of the app, within bounds.
import { appVersion } from "../../client/version.ts";
import { onSession, session } from "../../client/session.ts";
import { readTab, writeTab } from "../../client/tab-storage.ts";
import { partsOf } from "./step-kind.ts";
import type { StepData, UndoStep } from "./undo-step.ts";

const NAME = "undo ";
/** Letters of the steps of one plant, and of one step: what is larger is not kept, nor what came before it. */
export const KEPT_LETTERS = 300_000;
export const STEP_LETTERS = 60_000;

type Row = Pick<UndoStep, "name" | "values"> & StepData;
type Kept = {
  readonly version: string;
  readonly owner: string;
  readonly done: readonly Row[];
  readonly undone: readonly Row[];
};

// The end of a session ends its steps, and the next user starts without any.
onSession(() => {
  const owner = ownerOf();
  for (const name of namesOf())
    if (owner === null || read(name)?.owner !== owner) writeTab(name, null);
});

const namesOf = () => {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(NAME));
  } catch {
    return [];
  }
};

/** Names the session without giving its token away; null without one. */
function ownerOf(): string | null {
  const token = session()?.token;
  if (token === undefined) return null;
  let hash = 0;
  for (let at = 0; at < token.length; at++) hash = (Math.imul(hash, 31) + token.charCodeAt(at)) | 0;
  return hash.toString(36);
}

/** Typed arrays have a name in the text; what JSON would change on its way is not kept. */
function plain(value: unknown): unknown {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("no plain number");
    return value;
  }
  if (value instanceof Uint32Array) {
    if (value.length > STEP_LETTERS / 2) throw new TypeError("too many rows");
    return { $rows: [...value] };
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new TypeError("no plain data");
  }
  const parts = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(parts.map(([key, part]) => [key, plain(part)]));
}

const revive = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && "$rows" in value
    ? Uint32Array.from(value.$rows as number[])
    : value;

/** The newest steps that can be kept, as texts. One that cannot be kept ends them: those before it follow on it. */
function textsOf(steps: readonly UndoStep[], most: number): string[] {
  const texts: string[] = [];
  let letters = 0;
  for (const { name, values, data } of steps.toReversed()) {
    if (!data) break;
    let text: string;
    try {
      text = JSON.stringify({ name, values, kind: data.kind, state: plain(data.state) });
    } catch {
      break;
    }
    letters += text.length;
    if (text.length > STEP_LETTERS || letters > most) break;
    texts.unshift(text);
  }
  return texts;
}

/** Keeps the steps of a plant, in place of those that were kept before. */
export function keepSteps(
  plant_id: number,
  steps: { readonly done: readonly UndoStep[]; readonly undone: readonly UndoStep[] },
): void {
  const owner = ownerOf();
  const done = textsOf(steps.done, KEPT_LETTERS);
  const undone = textsOf(steps.undone, KEPT_LETTERS - done.join("").length);
  const isEmpty = owner === null || (done.length === 0 && undone.length === 0);
  const head = JSON.stringify({ version: appVersion, owner }).slice(0, -1);
  const text = `${head},"done":[${done.join(",")}],"undone":[${undone.join(",")}]}`;
  writeTab(NAME + plant_id, isEmpty ? null : text);
}

function read(name: string): Kept | null {
  try {
    const kept = JSON.parse(readTab(name) ?? "null", revive) as Kept | null;
    return kept && Array.isArray(kept.done) && Array.isArray(kept.undone) ? kept : null;
  } catch {
    return null;
  }
}

/** Loads what defines a kind of step, by the first word of its name. */
export type StepModules = Readonly<Record<string, () => Promise<unknown>>>;

/** The steps of this session that were kept of a plant, oldest first. */
export async function keptSteps(
  plant_id: number,
  modules: StepModules,
): Promise<{ readonly done: readonly UndoStep[]; readonly undone: readonly UndoStep[] }> {
  const kept = read(NAME + plant_id);
  const owner = ownerOf();
  if (!kept || owner === null || kept.owner !== owner || kept.version !== appVersion) {
    return { done: [], undone: [] };
  }
  const rows = [...kept.done, ...kept.undone];
  const names = new Set(rows.map(({ kind }) => kind.split(" ")[0] ?? ""));
  await Promise.all([...names].map((name) => modules[name]?.()));
  const stepsOf = (list: readonly Row[]) => {
    const steps: UndoStep[] = [];
    for (const { name, values, kind, state } of list.toReversed()) {
      const parts = partsOf(kind, state);
      if (!parts) break;
      steps.unshift({ name, ...(values && { values }), ...parts });
    }
    return steps;
  };
  return { done: stepsOf(kept.done), undone: stepsOf(kept.undone) };
}
