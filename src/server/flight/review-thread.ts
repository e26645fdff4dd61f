// Reviews the routes of a campaign in a thread: thousands of components and images, while others are served.
import { runInThread } from "./plan-thread.ts";
import type { ReviewKinds } from "./review-kind.ts";
import { programUrl } from "../program.ts";

const script = programUrl("review-work", new URL("./review-work.ts", import.meta.url));

export function inReviewThread<Kind extends keyof ReviewKinds>(
  kind: Kind,
  ...input: Parameters<ReviewKinds[Kind]>
): Promise<ReturnType<ReviewKinds[Kind]>> {
  return runInThread(script, { kind, input });
}
