// Bytes in memory as a source.
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { ComponentType } from "../../domain/component/component.ts";
import type { TwinSource } from "./raw-feature.ts";

/** Handed out in pieces, so that a reader of a large text lets others have their turn. */
const PIECE_BYTES = 64 * 1024;

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
      async function* pieces() {
        for (let at = start; at <= end; at += PIECE_BYTES) {
          // a turn of the event loop: other requests are served between two pieces
          await setImmediate();
          yield bytes.subarray(at, Math.min(at + PIECE_BYTES, end + 1));
        }
      }
      return Readable.from(pieces(), { objectMode: false });
    },
  };
}
