// Reviews the routes of a campaign in a thread: thousands of components and images, while others are served.
import { Worker } from "node:worker_threads";
import type { flownLines } from "../../domain/flight/flown-line.ts";
import type { planReFly } from "../../domain/flight/re-fly.ts";
import type { reviewRoutes } from "../../domain/flight/route-review.ts";

type Works = {
  review: typeof reviewRoutes;
  flown: typeof flownLines;
  refly: typeof planReFly;
};
export type ReviewWork = {
  [Kind in keyof Works]: { readonly kind: Kind; readonly input: Parameters<Works[Kind]> };
}[keyof Works];

const script = new URL("./review-work.ts", import.meta.url);

export function inReviewThread<Kind extends keyof Works>(
  kind: Kind,
  ...input: Parameters<Works[Kind]>
): Promise<ReturnType<Works[Kind]>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: { kind, input } });
    worker.once("message", (answer: ReturnType<Works[Kind]>) => {
      resolve(answer);
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the review ended with ${code}`)));
  });
}
