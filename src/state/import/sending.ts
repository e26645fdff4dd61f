// One file on its way to the server: how far it is, and how to stop it.
import { atom } from "jotai";
import type { AnswerOf, Endpoint } from "../../api/endpoint.ts";
import { upload } from "../../client/upload.ts";
import { holdUnsaved } from "../shell/leave.ts";

/** Bytes sent and bytes in all; both 0 before the first are on their way. */
export type Sending = { readonly sent: number; readonly total: number; readonly stop: () => void };

let now: Sending | null = null;
const listeners = new Set<() => void>();

function report(next: Sending | null): void {
  now = next;
  listeners.forEach((listener) => listener());
}

const currentSendingAtom = atom<Sending | null>(null);
currentSendingAtom.onMount = (set) => {
  const follow = () => set(now);
  follow();
  listeners.add(follow);
  return () => listeners.delete(follow);
};

/** The upload of a record's form that runs now, or null: forms send one at a time. */
export const sendingAtom = atom((get) => get(currentSendingAtom));

/** Sends a multipart body; rejects with the refusal. Leaving the page asks first meanwhile. */
export async function send<E extends Endpoint>(endpoint: E, body: FormData): Promise<AnswerOf<E>> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const release = holdUnsaved({ kind: "uploading", drop: stop });
  report({ sent: 0, total: 0, stop });
  try {
    return await upload(endpoint, {
      body,
      signal: controller.signal,
      onProgress: (sent, total) => report({ sent, total, stop }),
    });
  } finally {
    release();
    report(null);
  }
}
