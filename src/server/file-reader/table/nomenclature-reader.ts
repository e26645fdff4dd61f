// Reads the names of components from a file.
import { bufferSource } from "../../geo-file/buffer-source.ts";
import { readNomenclature, type ReadNomenclature } from "../../twin-file/nomenclature.ts";
import type { NamedPlace } from "../../../domain/twin/nomenclature.ts";
import { bufferOf } from "../buffer-of.ts";
import type { Reader } from "../reader.ts";

type Input = { readonly name: string; readonly bytes: Uint8Array };

/** Names of one message: what takes the server a few milliseconds. */
const PIECE = 2000;

/** Says the names piece by piece, and answers what else was read. */
export const reader: Reader<
  Input,
  Omit<ReadNomenclature, "places">,
  readonly NamedPlace[]
> = async ({ name, bytes }, say) => {
  const { places, ...read } = await readNomenclature(bufferSource(name, bufferOf(bytes)));
  for (let at = 0; at < places.length; at += PIECE) await say(places.slice(at, at + PIECE));
  return read;
};
