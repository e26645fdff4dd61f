// What the readers of files with shapes pass on, for tests of odd files.
import { isFailure, type Problem } from "../../domain/error.ts";
import { bufferSource } from "./buffer-source.ts";
import { readPlaced } from "./placed-feature.ts";
import type { TwinSource } from "./raw-feature.ts";

export type Read = {
  /** The first corner of an outline. */
  readonly places: (readonly [lon: number, lat: number])[];
  /** The first corner of an outline, or the point. */
  readonly shapes: (readonly [lon: number, lat: number])[];
  readonly folders: (readonly string[])[];
  readonly properties: object[];
  readonly names: unknown[];
  readonly notes: string[];
  readonly refused: Problem[];
  readonly systems: string[];
};

type Chosen = Pick<TwinSource, "chosen_system">;

export async function read(
  name: string,
  content: string | Uint8Array,
  chosen: Chosen = {},
): Promise<Read> {
  const found: Read = {
    places: [],
    shapes: [],
    folders: [],
    properties: [],
    names: [],
    notes: [],
    refused: [],
    systems: [],
  };
  await readPlaced(
    { ...bufferSource(name, Buffer.from(content)), ...chosen },
    {
      feature(raw, toLonLat) {
        const [x = NaN, y = NaN] = raw.outlines[0]?.ring ?? [];
        found.places.push(toLonLat(x, y));
        const [lon = NaN, lat = NaN] = raw.outlines[0]?.ring ?? raw.points?.[0] ?? [];
        found.shapes.push(toLonLat(lon, lat));
        found.folders.push(raw.folders ?? []);
        found.properties.push(raw.properties);
        found.names.push(raw.properties["name"]);
      },
      refuse: (problem) => void found.refused.push(problem),
      note: ({ reason }) => void found.notes.push(reason),
      system: (system) => void found.systems.push(system),
    },
  );
  return found;
}

export async function faultOf(
  name: string,
  content: string | Uint8Array,
  chosen: Chosen = {},
): Promise<Problem> {
  const error: unknown = await read(name, content, chosen).catch((thrown: unknown) => thrown);
  if (!isFailure(error)) throw new Error(`${name} was read`);
  return error.problems[0]!;
}
