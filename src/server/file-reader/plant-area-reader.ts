// Reads the outlines of plants from a file.
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readPlantAreas, type PlantArea, type PlantAreas } from "../twin-file/plant-area.ts";
import { bufferOf } from "./buffer-of.ts";
import type { Reader } from "./reader.ts";

type Input = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mapping: FileMapping;
};
/** The area is a text: the server hands it on to the database without parsing it. */
type ReadArea = Omit<PlantArea, "area"> & { readonly area_json: string };
type Result = { readonly areas: readonly ReadArea[]; readonly refused: PlantAreas["refused"] };

export const reader: Reader<Input, Result> = async ({ name, bytes, mapping }) => {
  const buffer = bufferOf(bytes);
  const { areas, refused } = await readPlantAreas(bufferSource(name, buffer), mapping);
  const read = areas.map(({ area, ...rest }) => ({ ...rest, area_json: JSON.stringify(area) }));
  return { areas: read, refused };
};
