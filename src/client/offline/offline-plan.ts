// What a plant needs on this device, before anything is loaded. What the server does not count is estimated from
// evenly spread samples.
import { api } from "../../api/index.ts";
import type { AnswerOf, CallArgs, Endpoint } from "../../api/endpoint.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { limits } from "../../domain/limits.ts";
import { photosOf } from "../../domain/observation/recording/recording.ts";
import { keptTiles } from "../../domain/raster/kept-tiles.ts";
import { call, callBytes, type CallOptions } from "../call.ts";
import { inTurns, isDenied, isPacked, mayAsk, OBSERVATIONS_AT_ONCE } from "./offline-load.ts";
import { pack } from "./offline-store.ts";

export type Sized = { readonly count: number; readonly bytes: number };
/** Orthomosaics of one analysis; `resolution_m` of the coarsest one, as it is kept. */
export type SizedTiles = Sized & { readonly resolution_m: number };

/** How many of many are asked for their size. */
const SAMPLED = 12;

/** Sizes of all, from some of them. */
export async function estimated<One>(
  all: readonly One[],
  sizeOf: (one: One) => Promise<number>,
): Promise<Sized> {
  const step = Math.max(1, all.length / SAMPLED);
  const chosen = Array.from(
    { length: Math.min(all.length, SAMPLED) },
    (_, at) => all[Math.floor((at + 0.5) * step)] ?? all[at]!,
  );
  let sum = 0;
  const add = async (one: One) => {
    const bytes = await sizeOf(one);
    sum += bytes;
  };
  await inTurns(chosen.map((one) => () => add(one)));
  return { count: all.length, bytes: Math.round((sum / Math.max(1, chosen.length)) * all.length) };
}

const nothing: Sized = { count: 0, bytes: 0 };
const sumOf = (all: readonly Sized[]): Sized =>
  all.reduce((a, b) => ({ count: a.count + b.count, bytes: a.bytes + b.bytes }), nothing);

/** The answer of the server; null for what this viewer may not read, which is not asked for where that is known. */
async function ifAllowed<E extends Endpoint>(
  endpoint: E,
  ask: CallArgs<E>,
  options: CallOptions,
): Promise<AnswerOf<E> | null> {
  if (!mayAsk(endpoint)) return null;
  try {
    return await call(endpoint, ask, options);
  } catch (cause) {
    if (isDenied(cause)) return null;
    throw cause;
  }
}

type LevelBytes = { readonly geometry_bytes: number; readonly names_bytes: number };

/**
 * What a twin may take on this device, in bytes, rather too much. The server counts brotli, the device keeps gzip, which
 * browsers can write. Measured on twins of 156 loops and of 100,000 modules: geometry 0.96 to 1.12 times as much, names
 * 2.0 to 2.2 times; more where they are more regular. Columns are gzip on both sides.
 */
export const keptTwinBytes = (levels: readonly LevelBytes[]): number =>
  levels.reduce((sum, one) => sum + 2 * one.geometry_bytes + 4 * one.names_bytes, 0);

/** What the plant needs on this device, in bytes and numbers. */
export async function planFill({ plant_id: id }: { plant_id: number }, signal: AbortSignal) {
  const options = { signal, fromServer: true, isQuiet: true };
  const analyses = (await call(api.analysis.listForView, { params: { id } }, options)).toSorted(
    (a, b) => Date.parse(b.flown_at) - Date.parse(a.flown_at),
  );
  const twin = await ifAllowed(api.digitalTwin.read, { params: { id } }, options);
  const blueprints = await ifAllowed(api.blueprint.list, { params: { id } }, options);
  const observations = await planObservations(id, options);
  const sized = [];
  for (const analysis of analyses) sized.push(await planAnalysis(analysis, options));
  return {
    analyses: sized,
    twin_bytes: (twin?.levels ?? []).reduce(
      (sum, one) => sum + one.geometry_bytes + one.names_bytes,
      0,
    ),
    twin_kept_bytes: keptTwinBytes(twin?.levels ?? []),
    observations,
    blueprint_bytes: (blueprints ?? []).reduce((sum, { bytes }) => sum + bytes, 0),
    blueprint_count: blueprints?.length ?? 0,
  };
}
export type FillPlan = Awaited<ReturnType<typeof planFill>>;

/** Bytes of a picture; none where the server cannot give it, as it then does not come along. */
async function bytesOf(
  asked: Promise<Blob>,
  sizeOf: (file: Blob) => number | Promise<number> = ({ size }) => size,
): Promise<number> {
  try {
    return await sizeOf(await asked);
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === undefined || code === "DISCONNECT") throw cause;
    return 0;
  }
}

const packedBytes = async (file: Blob) =>
  isPacked(api.orthomosaic.tile, file.type) ? (await pack(file)).byteLength : file.size;

async function planObservations(id: number, options: CallOptions) {
  let bytes = 0;
  const photos: { id: number; image_id: number; size: "thumb" }[] = [];
  for (let offset = 0, count = 1; offset < count; offset += OBSERVATIONS_AT_ONCE) {
    const query = { offset: String(offset), limit: String(OBSERVATIONS_AT_ONCE) };
    const page = await ifAllowed(api.observation.list, { params: { id }, query }, options);
    count = page?.count ?? 0;
    bytes += new TextEncoder().encode(JSON.stringify(page ?? null)).length;
    for (const one of page?.observations ?? []) {
      for (const image of photosOf(one.images)) {
        photos.push({ id: one.id, image_id: image.id, size: "thumb" });
      }
    }
  }
  const thumbs = await estimated(photos, (params) =>
    bytesOf(callBytes(api.observationImage.file, { params }, options)),
  );
  return { bytes, thumbs };
}

async function planAnalysis(analysis: Analysis, options: CallOptions) {
  const params = { id: analysis.id };
  const columns = (await ifAllowed(api.analysisResult.columns, { params }, options)) ?? [];
  const images = (await ifAllowed(api.analysisResult.images, { params }, options)) ?? [];
  const thumbs = await estimated(images, ({ id: image_id }) => {
    const thumb = { ...params, image_id, size: "thumb" } as const;
    return bytesOf(callBytes(api.analysisResult.imageFile, { params: thumb }, options));
  });
  return {
    analysis,
    bytes: columns.reduce((sum, column) => sum + column.bytes, 0),
    thumbs,
    orthomosaics: await planOrthomosaics(analysis.id, options),
  };
}

async function planOrthomosaics(id: number, options: CallOptions): Promise<SizedTiles> {
  const all = (await ifAllowed(api.orthomosaic.list, { params: { id } }, options)) ?? [];
  const sizes: Sized[] = [];
  let resolution_m = 0;
  let count = 0;
  for (const one of all) {
    const kept = keptOf(one);
    if (!kept) continue;
    count += 1;
    resolution_m = Math.max(resolution_m, kept.resolution_m);
    const tile = (at: (typeof kept.tiles)[number]) =>
      bytesOf(callBytes(api.orthomosaic.tile, tileAsk(one, at), options), packedBytes);
    // The finest tiles are three quarters of all, and their sizes say nothing of the coarser ones.
    const finest = kept.tiles.at(-1)?.z;
    const byLevel = [
      kept.tiles.filter(({ z }) => z === finest),
      kept.tiles.filter(({ z }) => z !== finest),
    ];
    for (const level of byLevel) sizes.push(await estimated(level, tile));
  }
  return { count, bytes: sumOf(sizes).bytes, resolution_m };
}

type Ortho = {
  readonly id: number;
  readonly analysis_id: number;
  readonly picture: Parameters<typeof keptTiles>[0] | null;
  readonly fit: { readonly bounds: readonly [number, number, number, number] } | null;
  readonly placement: "stated" | "proposed";
};

/** Where it is drawn for everybody; see state/map/orthomosaic.ts. */
const placeOf = ({ fit, placement }: Ortho) =>
  placement === "proposed" && fit === null ? "stated" : placement;

/** The tiles that are kept of an orthomosaic; null while there is none to draw. */
export function keptOf(one: Ortho) {
  if (!one.picture) return null;
  const { picture, fit } = one;
  const bounds = placeOf(one) === "proposed" && fit ? fit.bounds : picture.bounds;
  const [west, south, east, north] = bounds;
  return keptTiles({ ...picture, bounds: [west, south, east, north] }, limits.offlineTiles);
}

/** The call for a tile, as the map makes it. */
export const tileAsk = (one: Ortho, { z, x, y }: { z: number; x: number; y: number }) => ({
  params: { id: one.analysis_id, orthomosaic_id: String(one.id), z, x, y },
  query: { placement: placeOf(one) },
});
