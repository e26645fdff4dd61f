// Calls the worker that computes the SHA-256 of files that are being sent.
import type { FileHashAnswer, FileHashRequest } from "../../workers/browser/file-hash.ts";
import { workerCalls } from "./worker-answer.ts";

const worker = workerCalls<FileHashRequest, FileHashAnswer & { readonly id: number }>(
  () =>
    new Worker(new URL("../../workers/browser/file-hash.ts", import.meta.url), {
      type: "module",
      name: "file-hash",
    }),
);

type Asked = { readonly key: string; readonly file: Blob };

async function hash({ key, file }: Asked, chunk: { start: number; end: number } | null) {
  const answer = await worker.ask((id) => ({ id, key, file, chunk }));
  if ("error" in answer) throw new Error(answer.error);
  return answer.sha256;
}

/** SHA-256 of one chunk, in hexadecimal. Rejects where the file cannot be read any more. */
export function hashChunk(asked: Asked, start: number, end: number): Promise<string> {
  return hash(asked, { start, end });
}

/** SHA-256 of the whole file, in hexadecimal; chunks that were hashed are not read again. */
export function hashWhole(asked: Asked): Promise<string> {
  return hash(asked, null);
}

/** Forgets a file that was sent or given up. */
export function forgetHash(key: string): void {
  worker.tell({ forget: key });
}
