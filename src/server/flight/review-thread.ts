// Reviews the routes of a campaign in a thread: thousands of components and images, while others are served.
import { Worker } from "node:worker_threads";
import type { ReviewKinds } from "./review-kind.ts";

const script = new URL("./review-work.ts", import.meta.url);

export function inReviewThread<Kind extends keyof ReviewKinds>(
  kind: Kind,
  ...input: Parameters<ReviewKinds[Kind]>
): Promise<ReturnType<ReviewKinds[Kind]>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: { kind, input } });
    worker.once("message", (answer: ReturnType<ReviewKinds[Kind]>) => {
      resolve(answer);
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the review ended with ${code}`)));
  });
}
