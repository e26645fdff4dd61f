// How far the planner of a campaign is, as steps of its task.

/** Steps of 100: when planning begins, and when its routes are saved. */
export const [PLANNING, SAVING] = [2, 96];
const WRITTEN_MS = 1000;

/**
 * Writes the steps of the planner one after the other, at most once a second and never a lower one.
 * @param now milliseconds
 */
export function planProgress(write: (step: number) => Promise<void>, now: () => number) {
  let [at, last] = [PLANNING, now()];
  let writing = Promise.resolve();
  return {
    /** @param share of the work that is done, 0 to 1 */
    onShare(share: number): void {
      const step = PLANNING + Math.floor((SAVING - PLANNING) * Math.min(1, share));
      if (step <= at || step >= SAVING || now() - last < WRITTEN_MS) return;
      [at, last] = [step, now()];
      writing = writing.then(() => write(step));
      // A task that users have ended says so at its next step: `written` passes it on.
      writing.catch(() => {});
    },
    /** Ends when the last step is written. @throws what ended the task */
    written: () => writing,
  };
}
