// A file in memory as a source.
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { ComponentType } from "../../domain/component/component.ts";
import type { TwinSource } from "./raw-feature.ts";

/** Read in chunks, so that other requests are answered while a large file is read. */
const CHUNK_BYTES = 64 * 1024;

export function bufferSource(
  name: string,
  bytes: Buffer,
  component_type: ComponentType | null = null,
): TwinSource {
  return {
    name,
    bytes: bytes.length,
    component_type,
    async open({ start, end } = { start: 0, end: bytes.length - 1 }) {
      async function* chunks() {
        for (let at = start; at <= end; at += CHUNK_BYTES) {
          // lets the event loop answer other requests between two chunks
          await setImmediate();
          yield bytes.subarray(at, Math.min(at + CHUNK_BYTES, end + 1));
        }
      }
      return Readable.from(chunks(), { objectMode: false });
    },
  };
}
