// Long work on the server's one thread is done in short pieces: between them other requests have their turn.
import { setImmediate as otherWork } from "node:timers/promises";

/** A piece of work lasts about so long, in milliseconds. Requests of several users may each be in a piece. */
const PIECE_MS = 5;

export type Turns = {
  /** True once the present piece has lasted long enough. Costs less than a microsecond. */
  readonly isOver: () => boolean;
  /** Lets other requests go on. The next piece begins when it resolves. */
  readonly end: () => Promise<void>;
};

/**
 * The turns of one long work. In its loop: `if (turns.isOver()) await turns.end();`, where no step of the loop is long
 * by itself.
 */
export function takeTurns(now: () => number = () => performance.now()): Turns {
  let begun = now();
  return {
    isOver: () => now() - begun >= PIECE_MS,
    async end() {
      await otherWork();
      begun = now();
    },
  };
}

/** Goes through the values in such pieces. */
export async function* inTurns<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
  const turns = takeTurns();
  for (const value of values) {
    if (turns.isOver()) await turns.end();
    yield value;
  }
}

/** Runs a work that is written in steps, in such pieces. @returns what the work returns */
export async function stepsInTurns<Result>(steps: Generator<unknown, Result>): Promise<Result> {
  const turns = takeTurns();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (turns.isOver()) await turns.end();
  }
}
