// SHA-256 of uploads while they arrive, so that finishing one need not read it again. A hash that is not here,
// because another server received the beginning, is computed from what is stored.
import { createHash, type Hash } from "node:crypto";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { storeSilent } from "../store/outage.ts";

type Received = { readonly object: string; readonly offset: number };

/** Reading ends where the store says nothing for so long. */
const silentMs = 4000;
/** Uploads beyond are read again at their end. */
const most = 2000;
const hashes = new Map<string, { readonly offset: number; readonly hash: Hash }>();

/** The hash of what has arrived, to be continued; null if this process has not seen all of it. */
export function continueHash({ object, offset }: Received): Hash | null {
  if (offset === 0) return createHash("sha256");
  const known = hashes.get(object);
  return known?.offset === offset ? known.hash.copy() : null;
}

export function keepHash({ object, offset }: Received, hash: Hash | null): void {
  hashes.delete(object);
  if (hash) hashes.set(object, { offset, hash: hash.copy() });
  const [oldest] = hashes.keys();
  if (hashes.size > most && oldest !== undefined) hashes.delete(oldest);
}

export function forgetHash(object: string): void {
  hashes.delete(object);
}

/** The hash of the whole object, which is closed. */
export async function wholeHash(files: ObjectStore, received: Received): Promise<string> {
  const known = continueHash(received);
  if (known) return known.digest("hex");
  const hash = createHash("sha256");
  const stream = await files.stream(received.object);
  const silence = setTimeout(() => stream.destroy(storeSilent()), silentMs);
  try {
    for await (const chunk of stream) {
      silence.refresh();
      hash.update(chunk);
    }
  } finally {
    clearTimeout(silence);
  }
  return hash.digest("hex");
}
