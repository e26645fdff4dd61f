// Reads the shapes of a file of any format as GeoJSON, for calls that open files for the browser.
import { failure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readShapes } from "../twin-file/shapes.ts";
import { bufferOf } from "./buffer-of.ts";
import type { Reader } from "./reader.ts";

type Input = { readonly name: string; readonly bytes: Uint8Array };
type Result = {
  /** GeoJSON; the server hands it on without parsing it. */
  readonly features: string;
  readonly refused_count: number;
  readonly refused: readonly Problem[];
  readonly notes: readonly Problem[];
};

/** @throws Failure FILE_REFUSED for a broken file, one without shapes, and one with more than a browser shows */
export const reader: Reader<Input, Result> = async ({ name, bytes }) => {
  const { features, refused, notes } = await readShapes(
    bufferSource(name, bufferOf(bytes)),
    {},
    true,
  );
  const text = JSON.stringify({ type: "FeatureCollection", features });
  if (text.length > limits.openedShapesBytes) {
    const values = { most: limits.openedShapesBytes / 1024 ** 2 };
    throw failure("FILE_REFUSED", { reason: "shapes_too_large", file: name, values });
  }
  return { features: text, refused_count: refused.count, refused: refused.problems, notes };
};
