// Computes the SHA-256 of files that are being sent, chunk by chunk and as a whole, off the main thread.
import { runningHash, type RunningHash } from "../../src/domain/upload/running-hash.ts";

export type FileHashRequest =
  | { readonly id: number; readonly key: string; readonly file: Blob; readonly chunk: Chunk | null }
  | { readonly forget: string };
type Chunk = { readonly start: number; readonly end: number };
export type FileHashAnswer =
  | { readonly id: number; readonly sha256: string }
  | { readonly id: number; readonly error: string };

const scope = self as unknown as DedicatedWorkerGlobalScope;
const hashes = new Map<string, Promise<RunningHash>>();

function hashOf(key: string, file: Blob): Promise<RunningHash> {
  const known = hashes.get(key) ?? runningHash(reader(file));
  hashes.set(key, known);
  return known;
}

function reader(file: Blob) {
  return async (start: number, end: number) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer());
}

scope.addEventListener("message", ({ data }: MessageEvent<FileHashRequest>) => {
  if ("forget" in data) return void hashes.delete(data.forget);
  const { id, key, file, chunk } = data;
  const answer = (result: FileHashAnswer) => scope.postMessage(result);
  hashOf(key, file)
    .then((hash) => (chunk ? hash.chunk(chunk.start, chunk.end) : hash.whole(file.size)))
    .then((sha256) => answer({ id, sha256 }))
    .catch((error: unknown) => {
      // The next request begins at the first byte again.
      hashes.delete(key);
      answer({ id, error: error instanceof Error ? error.message : String(error) });
    });
});
