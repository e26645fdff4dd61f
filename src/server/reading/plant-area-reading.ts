// Reads the outlines of plants from a file.
import { bufferSource } from "../twin-file/buffer-source.ts";
import { readPlantAreas, type PlantAreas } from "../twin-file/plant-area.ts";
import type { Reading } from "./reading.ts";

type Input = { readonly name: string; readonly bytes: Uint8Array };

export const reading: Reading<Input, PlantAreas> = ({ name, bytes }) => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return readPlantAreas(bufferSource(name, buffer), buffer.subarray(0, 512));
};
