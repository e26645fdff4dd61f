// Reads the drawing of a KML blueprint.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { readBlueprint } from "../twin-file/blueprint.ts";
import { bufferSource } from "../twin-file/buffer-source.ts";
import { bufferOf } from "./buffer-of.ts";
import type { Reader } from "./reader.ts";

type Input = { readonly name: string; readonly bytes: Uint8Array };
export type ReadDrawing = {
  readonly feature_count: number;
  /** GeoJSON, gzipped. */
  readonly drawing: Uint8Array;
};

const gzipped = promisify(gzip);

export const reader: Reader<Input, ReadDrawing> = async ({ name, bytes }) => {
  const { feature_count, drawing } = await readBlueprint(bufferSource(name, bufferOf(bytes)));
  return { feature_count, drawing: await gzipped(JSON.stringify(drawing)) };
};
