// Work that is written in steps: each `yield` is a pause in which a server serves others.

/** Runs the steps in one go, where nothing waits. @returns what they return */
export function finish<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
