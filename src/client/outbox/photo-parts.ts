// Sends a large photo in parts, so that a break of the network costs at most the part on its way.
import { limits } from "../../domain/limits.ts";
import { callFailure } from "../call.ts";

/** What is asked of the server for one photo. */
export type PartCalls<Stored> = {
  /** How many bytes have arrived. */
  offset(): Promise<number>;
  /** Sends the bytes from `from` on; answers what has arrived then, and what is stored once that is all. */
  add(
    from: number,
    bytes: ArrayBuffer,
  ): Promise<{ readonly offset: number; readonly observation: Stored | null }>;
};

/**
 * Sends what the server does not have yet.
 * @returns what the server has stored with the last part
 * @throws SOMETHING_WENT_WRONG where a part arrives and nothing is gained
 */
export async function addInParts<Stored>(
  body: ArrayBuffer,
  calls: PartCalls<Stored>,
): Promise<Stored> {
  const { byteLength: bytes } = body;
  const part = limits.photoPartBytes;
  let offset = await calls.offset();
  // All has arrived and was not stored: the last part is sent again.
  if (offset >= bytes) offset = Math.max(0, bytes - part);
  while (true) {
    const from = offset;
    const answer = await calls.add(from, body.slice(from, from + part));
    if (answer.observation) return answer.observation;
    if (answer.offset <= from) throw callFailure("SOMETHING_WENT_WRONG");
    ({ offset } = answer);
  }
}
