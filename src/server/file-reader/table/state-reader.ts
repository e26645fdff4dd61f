// Reads states of work orders from JSON: parsing 5 MB of it would hold up other requests.
import { finish } from "../../../domain/steps.ts";
import {
  readStates,
  type ReadStates,
  type StateEntry,
} from "../../../domain/work-order/work-order-read.ts";
import { bufferOf } from "../buffer-of.ts";
import type { Reader } from "../reader.ts";

type Input = { readonly bytes: Uint8Array };

/** Entries of one message: what takes the server a few milliseconds. */
const PIECE = 1000;

/** Says the entries piece by piece, and answers what else was read. */
export const reader: Reader<Input, Omit<ReadStates, "entries">, readonly StateEntry[]> = async (
  { bytes },
  say,
) => {
  const { entries, ...read } = finish(readStates(bufferOf(bytes)));
  for (let at = 0; at < entries.length; at += PIECE) await say(entries.slice(at, at + PIECE));
  return read;
};
