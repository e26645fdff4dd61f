// Reads the names of components from a file.
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readNomenclature, type ReadNomenclature } from "../twin-file/nomenclature.ts";
import { bufferOf } from "./buffer-of.ts";
import type { Reader } from "./reader.ts";

type Input = { readonly name: string; readonly bytes: Uint8Array };

export const reader: Reader<Input, ReadNomenclature> = ({ name, bytes }) => {
  const buffer = bufferOf(bytes);
  return readNomenclature(bufferSource(name, buffer));
};
