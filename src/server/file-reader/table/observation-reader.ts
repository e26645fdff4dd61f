// Reads the observations of a file for their import.
import { SHEETS, sheetsOf, type FileMapping } from "../../../domain/file-preview/file-mapping.ts";
import { namesComponents } from "../../file-preview/observation-head.ts";
import type { ReadObservations } from "../../file-preview/observation-rows.ts";
import { bufferSource } from "../../geo-file/buffer-source.ts";
import { bufferOf } from "../buffer-of.ts";
import { observationReader, type ObservationTwin } from "../file-preview-reader.ts";
import type { Reader } from "../reader.ts";

type Input = ObservationTwin & {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sheet: string | null;
  readonly mapping: FileMapping;
};

export const reader: Reader<Input, ReadObservations> = async ({
  name,
  bytes,
  sheet,
  mapping,
  ...asked
}) => {
  const rowsOf = await observationReader(asked);
  const chosen = sheet === null ? {} : { sheets: sheetsOf({ [SHEETS]: sheet }) };
  const source = { ...bufferSource(name, bufferOf(bytes)), ...chosen, placeless: namesComponents };
  return rowsOf(source, mapping);
};
