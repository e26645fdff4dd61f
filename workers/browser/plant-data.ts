// The data of one plant off the main thread: decodes and queries names, geometry and columns.
//
// One message calls one verb of domain/plant/plant-data.ts; `cancel` drops it while it waits, and stops it
// between two pieces of work. Answers come in any order; each carries the id of its request.
import { plantData, type PlantData } from "../../src/domain/plant/plant-data.ts";

export type PlantDataVerb = keyof PlantData;
export type PlantDataAsk =
  | { readonly id: number; readonly verb: PlantDataVerb; readonly ask: unknown }
  | { readonly cancel: number };
export type PlantDataAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: string; readonly name: string };

const scope = self as unknown as DedicatedWorkerGlobalScope;
const data = plantData();
const waiting: Extract<PlantDataAsk, { id: number }>[] = [];
const cancelled = new Set<number>();
let running = false;

// A pause between two requests lets `cancel` messages in.
const turn = new MessageChannel();
const nextTurn = () =>
  new Promise<void>((resolve) => {
    turn.port1.addEventListener("message", () => resolve(), { once: true });
    turn.port2.postMessage(null);
  });
turn.port1.start();

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
    if (!cancelled.has(next.id)) await answer(next);
    cancelled.delete(next.id);
    await nextTurn();
  }
  running = false;
}

async function answer({ id, verb, ask }: Extract<PlantDataAsk, { id: number }>): Promise<void> {
  const rest = async () => {
    await nextTurn();
    return !cancelled.has(id);
  };
  try {
    // The verb and its argument come from one typed call in client/plant-data.ts.
    const run = data[verb] as (ask: unknown, rest: () => Promise<boolean>) => unknown;
    scope.postMessage({ id, value: await run(ask, rest) } satisfies PlantDataAnswer);
  } catch (cause) {
    const { message: fault, name } = cause instanceof Error ? cause : new Error(String(cause));
    scope.postMessage({ id, fault, name } satisfies PlantDataAnswer);
  }
}
