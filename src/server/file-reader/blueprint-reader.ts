// Reads the drawing of a blueprint.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { Problem } from "../../domain/error.ts";
import { readBlueprint } from "../twin-file/blueprint.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { bufferOf } from "./buffer-of.ts";
import type { Reader } from "./reader.ts";

type Input = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mapping: FileMapping;
};
export type ReadDrawing = {
  readonly feature_count: number;
  /** GeoJSON, gzipped. */
  readonly drawing: Uint8Array;
  /** Features that cannot be drawn; the list has the first ones. */
  readonly refused_count: number;
  readonly refused: readonly Problem[];
};

const gzipped = promisify(gzip);

export const reader: Reader<Input, ReadDrawing> = async ({ name, bytes, mapping }) => {
  const source = bufferSource(name, bufferOf(bytes));
  const { feature_count, drawing, refused } = await readBlueprint(source, mapping);
  return {
    feature_count,
    drawing: await gzipped(JSON.stringify(drawing)),
    refused_count: refused.count,
    refused: refused.problems,
  };
};
