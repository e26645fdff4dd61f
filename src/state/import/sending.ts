// The running upload of a form: its progress, and how to stop it.
import { atom } from "jotai";
import type { AnswerOf, Endpoint } from "../../api/endpoint.ts";
import { upload } from "../../client/upload.ts";
import { holdUnsaved } from "../shell/leave.ts";

/** Bytes sent and bytes in total; both 0 before the upload starts. */
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

/** The running upload of a form, or null; there is one at a time. */
export const sendingAtom = atom((get) => get(currentSendingAtom));

/** Uploads a multipart body. Rejects with the refusal. Leaving the page meanwhile asks first. */
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
