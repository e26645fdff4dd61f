// The data of one plant off the main thread: decodes and queries names, geometry and columns.
//
// One message calls one verb of domain/plant/plant-data.ts; `cancel` drops it while it waits, and stops it
// between two pieces of work. Answers come in any order; each carries the id of its request. Verbs wait for each other, but
// for an export: what is asked while one runs is answered between two of its pieces.
import type { Pause } from "../../src/domain/export/export-request.ts";
import { plantData, type PlantData } from "../../src/domain/plant/plant-data.ts";

export type PlantDataVerb = keyof PlantData;
export type PlantDataAsk =
  | { readonly id: number; readonly verb: PlantDataVerb; readonly ask: unknown }
  | { readonly cancel: number };
export type PlantDataAnswer =
  | { readonly id: number; readonly value: unknown }
  /** The part of a long work that is done, from 0 to 1. */
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly fault: string; readonly name: string };

const scope = self as unknown as DedicatedWorkerGlobalScope;
const data = plantData();
const waiting: Extract<PlantDataAsk, { id: number }>[] = [];
const cancelled = new Set<number>();
let running = false;

/** Verbs that others do not wait for: they read what the plant has when they begin. */
const besideOthers: ReadonlySet<PlantDataVerb> = new Set(["exportFile"]);
/** Milliseconds after which such a verb lets others have their turn. */
const TURN_MS = 15;

// A pause between two requests lets `cancel` messages in.
const turn = new MessageChannel();
const resting: (() => void)[] = [];
turn.port1.addEventListener("message", () => resting.shift()?.());
turn.port1.start();
const nextTurn = () =>
  new Promise<void>((resolve) => {
    resting.push(resolve);
    turn.port2.postMessage(null);
  });

scope.addEventListener("message", (event: MessageEvent<PlantDataAsk>) => {
  if ("cancel" in event.data) {
    cancelled.add(event.data.cancel);
    return;
  }
  waiting.push(event.data);
  if (!running) void work();
});

async function work(): Promise<void> {
  running = true;
  await nextTurn();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const answered = answer(next);
    if (!besideOthers.has(next.verb)) await answered;
    await nextTurn();
  }
  running = false;
}

async function answer({ id, verb, ask }: Extract<PlantDataAsk, { id: number }>): Promise<void> {
  let begun = performance.now();
  let said = -1;
  const rest: Pause = async (done, of) => {
    if (performance.now() - begun < TURN_MS && done < of) return !cancelled.has(id);
    const percent = Math.floor((100 * done) / of);
    if (percent > said) scope.postMessage({ id, progress: done / of } satisfies PlantDataAnswer);
    said = percent;
    await nextTurn();
    begun = performance.now();
    return !cancelled.has(id);
  };
  try {
    if (cancelled.has(id)) return;
    // The verb and its argument come from one typed call in client/plant-data.ts.
    const run = data[verb] as (ask: unknown, rest: Pause) => unknown;
    scope.postMessage({ id, value: await run(ask, rest) } satisfies PlantDataAnswer);
  } catch (cause) {
    const { message: fault, name } = cause instanceof Error ? cause : new Error(String(cause));
    scope.postMessage({ id, fault, name } satisfies PlantDataAnswer);
  } finally {
    cancelled.delete(id);
  }
}
