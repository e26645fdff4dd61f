// Two plants as the server answers them, for tests of the state: four trackers of ten modules each. Plant 1
// has two analyses, flown in 2024 and 2025; plant 2 has one. Every analysis has one column.
import { encodeColumn } from "../../domain/column/column-codec.ts";
import { NO_ROW, type Geometry } from "../../domain/component/component-index.ts";
import { encodeNames } from "../../domain/component/names-codec.ts";
import { encodeGeometry } from "../../domain/geometry/geometry-codec.ts";
import { keyFigures } from "../../domain/key-figure/key-figure.ts";
import type { AskOptions } from "../../client/plant-data.ts";
import type { Pause } from "../../domain/export/export-request.ts";
import { plantData, type PlantData } from "../../domain/plant/plant-data.ts";

export const MODULES = 40;
const TRACKERS = 4;

/** A measured key figure of modules; the more, the worse. */
export const measured = keyFigures.find(
  ({ component_type, kind, direction, expert, limits }) =>
    component_type === "module" &&
    kind === "f32" &&
    direction === "higher_is_worse" &&
    expert !== true &&
    limits.length > 0,
)!;
const quantity = { kind: "f32", step: 0.1 } as const;

type Level = { readonly type: "tracker" | "module"; readonly count: number };
const levels: readonly Level[] = [
  { type: "tracker", count: TRACKERS },
  { type: "module", count: MODULES },
];

function geometryOf({ type, count }: Level): Geometry {
  const floats = (value: (row: number) => number) =>
    Float32Array.from({ length: count }, (_, row) => value(row));
  return {
    type,
    count,
    parent: Uint32Array.from({ length: count }, (_, row) =>
      type === "module" ? Math.floor(row / 10) : NO_ROW,
    ),
    centreX: floats((row) => row * 10),
    centreY: floats(() => 0),
    length: floats(() => 2),
    width: floats(() => 1),
    rotation: floats(() => 0),
    height: floats(() => 2),
    polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(1), xy: new Float32Array(0) },
    blockBounds: Float32Array.of(0, 0, (count - 1) * 10, 0),
  };
}

function objectOf(hash: string): Uint8Array {
  const [what, type] = hash.split(" ");
  const level = levels.find((one) => one.type === type)!;
  if (what === "geometry") return encodeGeometry(geometryOf(level));
  const dtId = (row: number) => `${type}-${row}`;
  return encodeNames({ count: level.count, dtId, pcs: dtId });
}

const twinOf = (plant_id: number) => ({
  plant_id,
  version: 1,
  origin: [-3, 37],
  bounds: [-3.01, 36.99, -2.99, 37.01],
  levels: levels.map(({ type, count }) => ({
    component_type: type,
    row_count: count,
    geometry: `geometry ${type}`,
    names: `names ${type}`,
  })),
});

const analysis = (id: number, plant_id: number, flown_at: string) => ({
  id,
  plant_id,
  name: `Analysis ${id}`,
  flown_at,
  key_figure_ids: [measured.id],
});

/** Row r of analysis 12 and 21 has the value r; in analysis 11 rows from 20 on had 8 less. */
export const valuesOf = (analysis_id: number) =>
  Float32Array.from({ length: MODULES }, (_, row) =>
    analysis_id === 11 && row >= 20 ? row - 8 : row,
  );

export const summaryOf = (analysis_id: number) => ({
  key_figure_id: measured.id,
  kind: "f32",
  row_count: MODULES,
  value_count: MODULES,
  min: 0,
  max: MODULES - 1,
  mean: 19.5,
  histogram: [],
  hash: `column-${analysis_id}`,
  bytes: 200,
});

type Ask = { params?: Record<string, never>; query?: never; body?: unknown };
type Answer = (
  params: { id: number; [name: string]: never | number },
  body: unknown,
  signal?: AbortSignal,
  query?: Readonly<Record<string, unknown>>,
) => unknown;

/** What the server answers by method and path; a test may put others in their place. */
export const answers: Record<string, Answer> = {
  "GET /auth/plant/{id}": ({ id }) => ({ id, name: `Plant ${id}`, technology: "photovoltaic" }),
  "GET /auth/plant/{id}/field-geometry": ({ id }) => twinOf(id),
  "GET /auth/plant/{id}/field-geometry/object/{hash}": ({ hash }) => objectOf(String(hash)),
  "GET /auth/analyses-for-view/{id}": ({ id }) =>
    id === 1
      ? [analysis(11, 1, "2024-05-01T10:00:00Z"), analysis(12, 1, "2025-05-01T10:00:00Z")]
      : [analysis(21, 2, "2025-06-01T10:00:00Z")],
  "GET /auth/plant/{id}/key-figure-limits": () => [],
  "POST /auth/plant/{id}/key-figure-limits": (_, body) => [body],
  "GET /auth/analysis/{id}/columns": ({ id }) => [summaryOf(id)],
  "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}": ({ analysis_id }) =>
    encodeColumn(valuesOf(analysis_id!), quantity),
  "GET /auth/analysis/{id}/component/{component_type}/{dt_id}": ({ dt_id }) => ({ dt_id }),
  "GET /auth/analysis/{id}/images": () => [],
  "GET /auth/plant/{id}/custom-component-property": () => [],
  "GET /auth/plant/{id}/disabled-pi-fields": () => ({ key_figure_ids: [] }),
  "GET /auth/plant/{id}/blueprints": () => [],
};

/** "GET /auth/plant/1", in the order they were asked. */
export const asked: string[] = [];

async function answerTo(
  { method, path }: { method: string; path: string },
  { params, query, body }: Ask = {},
  options: { signal?: AbortSignal } = {},
): Promise<unknown> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
  asked.push(`${method} ${filled}`);
  await Promise.resolve();
  options.signal?.throwIfAborted();
  const answer = answers[`${method} ${path}`];
  if (!answer) throw refusal("RESOURCE_NOT_FOUND");
  return answer(params as never, body, options.signal, query);
}

/** What a call rejects with. */
export const refusal = (code: string) => Object.assign(new Error(code), { code, problems: [] });

/** In the place of client/call.ts. */
export const client = {
  call: answerTo,
  callBytes: async (...args: Parameters<typeof answerTo>) =>
    new Blob([(await answerTo(...args)) as BlobPart]),
};

/** How many workers run. */
export const workers = { running: 0 };

/** What the worker rejects with, by verb; a test may put faults there. */
export const workerFaults = new Map<keyof PlantData, unknown>();

/** What the worker was asked, the newest last; a test may empty it. */
export const workerAsks: { readonly verb: keyof PlantData; readonly ask: unknown }[] = [];

/** In the place of client/plant-data.ts: the worker's verbs on this thread. */
export const worker = {
  startPlantData() {
    const data = plantData();
    workers.running += 1;
    return {
      ask: async <V extends keyof PlantData>(
        verb: V,
        ask: never,
        { signal, onProgress }: Pick<AskOptions, "signal" | "onProgress"> = {},
      ) => {
        await Promise.resolve();
        signal?.throwIfAborted();
        workerAsks.push({ verb, ask });
        if (workerFaults.has(verb)) throw workerFaults.get(verb);
        const answer = data[verb] as (ask: never, pause: Pause) => unknown;
        return answer(ask, async (done, of) => {
          onProgress?.(done / of);
          return signal?.aborted !== true;
        });
      },
      stop: () => {
        workers.running -= 1;
      },
    };
  },
};
