// The tiles of orthomosaics in view: fetched as they are needed, kept while the plant is open.
import { atom, type Atom } from "jotai";
import { LRUCache } from "lru-cache";
import { api } from "../../api/index.ts";
import { callBytes } from "../../client/call.ts";
import { isOffline } from "../../client/offline/offline.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { placesBounds } from "../../domain/geometry/place-bounds.ts";
import {
  TILE_SIDE,
  tileBounds,
  tilePlace,
  type OrthomosaicKind,
} from "../../domain/raster/orthomosaic.ts";
import { celsiusOfTile } from "../../domain/raster/temperature.ts";
import {
  coveringTiles,
  finestZoom,
  nearestAbove,
  tileAbove,
  tilesBefore,
  type TileAddress,
} from "../../domain/raster/tile-cover.ts";
import { plantAtom, twinAtom } from "../plant/plant.ts";
import {
  perPlantValue,
  heldBySession,
  nextVersion,
  perPlant,
  plantLifetimeAtom,
} from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import {
  drawnOrthomosaicAtoms,
  pointerPlaceAtom,
  shownOrthomosaicsAtom,
  type DrawnOrthomosaic,
  type OrthomosaicSide,
} from "./orthomosaic.ts";
import { cameraAtom, eyeAtom, viewBoxAtom, type Camera } from "./view.ts";

/** A picture, or hundredths of a degree by `celsiusOfTile`, row by row from the north. */
export type TileContent = ImageBitmap | Uint16Array;

export type DrawnTile = {
  readonly key: string;
  /** West, south, east, north in degrees. */
  readonly bounds: readonly [number, number, number, number];
  readonly content: TileContent;
  /** How opaque its orthomosaic is within its layer, 0 to 1. */
  readonly opacity: number;
};

/** Tiles of one raster in one view. */
const MOST_IN_VIEW = 60;
/** Tiles of all rasters of one kind and analysis in one view: what is drawn must stay in the store. */
const MOST_TOGETHER = 100;
/** More than both kinds of two analyses have in view. */
const MOST_KEPT = 440;
const MOST_AT_ONCE = 6;
const MOST_ATTEMPTS = 6;
/** Doubled with each attempt. */
const FIRST_REST_MS = 1000;
/** Levels above a missing tile that may stand for it. */
const ANCESTORS = 6;

type Wanted = TileAddress & { readonly of: DrawnOrthomosaic };
const keyOf = ({ of, z, x, y }: Wanted) =>
  `${of.id} ${of.picture.hash} ${of.drawn_at} ${of.fit_at} ${z}/${x}/${y}`;

/** Called when a tile has arrived. */
const listeners = heldBySession(() => new Set<() => void>());

const versionAtom = perPlant(0);
/** Changes when a tile has arrived, while somebody watches. */
const arrivedAtom = atom(
  (get) => get(versionAtom),
  (_get, set) => set(versionAtom, nextVersion()),
);
arrivedAtom.onMount = (arrived) => {
  const all = listeners();
  const listener = () => arrived();
  all.add(listener);
  return () => void all.delete(listener);
};

const tileStore = perPlantValue(({ signal }) => {
  const arrived = listeners();
  const close = (content: TileContent) => {
    if (!(content instanceof Uint16Array)) content.close();
  };
  const kept = new LRUCache<string, TileContent>({ max: MOST_KEPT, dispose: close });
  signal.addEventListener("abort", () => kept.clear(), { once: true });
  const running = new Set<string>();
  /** How often a tile has failed in this view; it rests for a while after each time. */
  const failures = new Map<string, number>();
  const resting = new Map<string, ReturnType<typeof setTimeout>>();
  const wanted = new Map<string, readonly Wanted[]>();

  /** Tiles that are not on this device while the app is offline; coarser ones stand for them. */
  const missing = new Set<string>();
  const onDevice = (tile: Wanted) => nearestAbove(tile, (one) => !missing.has(keyOf(one)));

  const rests = (key: string) => resting.has(key) || (failures.get(key) ?? 0) >= MOST_ATTEMPTS;

  function rest(key: string): void {
    const count = (failures.get(key) ?? 0) + 1;
    failures.set(key, count);
    const again = () => {
      resting.delete(key);
      pump();
    };
    resting.set(key, setTimeout(again, FIRST_REST_MS * 2 ** (count - 1)));
  }

  function wake(): void {
    for (const timer of resting.values()) clearTimeout(timer);
    resting.clear();
    failures.clear();
  }
  signal.addEventListener("abort", wake, { once: true });

  function pump(): void {
    for (const tiles of wanted.values()) {
      for (const wish of tiles) {
        if (running.size >= MOST_AT_ONCE || signal.aborted) return;
        const tile = onDevice(wish);
        if (!tile) continue;
        const key = keyOf(tile);
        if (!kept.has(key) && !running.has(key) && !rests(key)) void load(tile, key);
      }
    }
  }

  async function load({ of, z, x, y }: Wanted, key: string): Promise<void> {
    running.add(key);
    try {
      const params = { id: of.analysis_id, orthomosaic_id: of.id, z, x, y };
      const query = { placement: of.drawn_at };
      const blob = await callBytes(api.orthomosaic.tile, { params, query }, { signal });
      const content =
        of.picture.kind === "rgb"
          ? await createImageBitmap(blob)
          : new Uint16Array(await blob.arrayBuffer());
      if (signal.aborted) return close(content);
      kept.set(key, content);
      failures.delete(key);
      for (const listener of arrived) listener();
    } catch (cause) {
      if ((cause as { code?: string }).code === "OFFLINE") return void missing.add(key);
      // A busy server answers later. After some attempts the tile waits until the view changes.
      if (!signal.aborted) rest(key);
    } finally {
      running.delete(key);
      pump();
    }
  }

  return {
    get: (tile: Wanted) => kept.get(keyOf(tile)),
    /** Whether a tile of the view is still to come: not those that failed, or are not on this device. */
    isWaiting: () =>
      [...wanted.values()].flat().some((wish) => {
        const tile = onDevice(wish);
        return tile !== null && !kept.has(keyOf(tile)) && !rests(keyOf(tile));
      }),
    /** What one layer needs now, the most important first. */
    want(layer: string, tiles: readonly Wanted[]) {
      wake();
      if (!isOffline()) missing.clear();
      wanted.set(layer, tiles);
      queueMicrotask(pump);
    },
  };
});

/** West, south, east, north of what the map shows, in degrees. */
const viewAtom = atom((get): readonly [number, number, number, number] | null => {
  const box = get(viewBoxAtom);
  const plant = valueOf(get(plantAtom));
  const origin = valueOf(get(twinAtom))?.origin ?? (plant && ([plant.lon, plant.lat] as const));
  const camera = get(cameraAtom);
  if (!box && camera) return aroundCamera(camera);
  if (!box || !origin) return null;
  const plane = planeAt(origin);
  return placesBounds([
    plane.toLonLat(box[0], box[1]),
    plane.toLonLat(box[2], box[1]),
    plane.toLonLat(box[2], box[3]),
    plane.toLonLat(box[0], box[3]),
  ]);
});

/** Pixels of half a large screen: a plant without a twin has no box of its view. */
const HALF_SCREEN = 1200;

function aroundCamera({ centre: [lon, lat], zoom }: Camera): [number, number, number, number] {
  const [x, y] = tilePlace(zoom + ZOOM_STEP, lon, lat);
  const half = HALF_SCREEN / TILE_SIDE;
  const [west, , , north] = tileBounds(zoom + ZOOM_STEP, x - half, y - half);
  const [east, , , south] = tileBounds(zoom + ZOOM_STEP, x + half, y + half);
  return [west, south, east, north];
}

/** Tiles of MapLibre's zooms have 512 pixels. */
const ZOOM_STEP = 1;

function neededAtom(kind: OrthomosaicKind, side: OrthomosaicSide): Atom<readonly Wanted[]> {
  return atom((get) => {
    const all = get(drawnOrthomosaicAtoms[kind][side]);
    const view = get(viewAtom);
    const camera = get(cameraAtom);
    if (!view || !camera) return [];
    const zoom = camera.zoom + ZOOM_STEP;
    const eye = get(eyeAtom);
    const coverOf = ({ picture: { bounds, resolution_m } }: DrawnOrthomosaic, most: number) => {
      const finest = finestZoom(resolution_m, (bounds[1] + bounds[3]) / 2);
      // Where one stands, 3D shows the ground from a metre or two; the same view reaches to the haze.
      return eye
        ? tilesBefore(eye, view, bounds, finest, most)
        : coveringTiles(view, bounds, zoom, finest, most);
    };
    const inView = all.filter((of) => coverOf(of, 1).length > 0);
    const most = Math.max(1, Math.min(MOST_IN_VIEW, Math.floor(MOST_TOGETHER / inView.length)));
    return inView.flatMap((of) => coverOf(of, most).map((tile) => ({ ...tile, of })));
  });
}

/** The tiles to draw, bottom to top: coarser ones stand for those that have not arrived. Null for none. */
function tilesAtom(
  kind: OrthomosaicKind,
  side: OrthomosaicSide,
): Atom<readonly DrawnTile[] | null> {
  const needed = neededAtom(kind, side);
  const asked = atom((get) => {
    get(plantLifetimeAtom);
    const tiles = get(needed);
    tileStore().want(`${kind} ${side}`, tiles);
    return tiles;
  });
  return atom((get) => {
    get(arrivedAtom);
    const order = get(drawnOrthomosaicAtoms[kind][side]).map(({ id }) => id);
    const drawn = new Map<string, DrawnTile & { readonly z: number; readonly rank: number }>();
    for (const tile of get(asked)) {
      for (let up = 0; up <= ANCESTORS && tile.z >= up; up++) {
        const one = tileAbove(tile, up);
        const content = tileStore().get(one);
        if (!content) continue;
        const key = keyOf(one);
        const rank = order.indexOf(tile.of.id);
        const { opacity } = tile.of.setting;
        const bounds = tileBounds(one.z, one.x, one.y);
        drawn.set(key, { key, z: one.z, rank, bounds, content, opacity });
        break;
      }
    }
    if (drawn.size === 0) return null;
    return [...drawn.values()].toSorted((a, b) => a.rank - b.rank || a.z - b.z);
  });
}

const bothSides = (kind: OrthomosaicKind) => ({
  this: tilesAtom(kind, "this"),
  other: tilesAtom(kind, "other"),
});

/** Whether tiles of what is in view are still to come. */
export const areTilesWaiting = (): boolean => tileStore().isWaiting();

export const orthomosaicTileAtoms = { rgb: bothSides("rgb"), thermal: bothSides("thermal") };

/** Degrees Celsius below the pointer, of the current analysis; null where there are none. */
export const pointerCelsiusAtom = atom((get): number | null => {
  const place = get(pointerPlaceAtom);
  if (!place || get(shownOrthomosaicsAtom).thermal.length === 0) return null;
  for (const { bounds, content } of (get(orthomosaicTileAtoms.thermal.this) ?? []).toReversed()) {
    const [west, south, east, north] = bounds;
    const [lon, lat] = place;
    if (lon < west || lon >= east || lat <= south || lat > north) continue;
    if (!(content instanceof Uint16Array)) continue;
    const [, top] = tilePlace(0, west, north);
    const [, bottom] = tilePlace(0, west, south);
    const [, y] = tilePlace(0, lon, lat);
    const column = Math.floor(((lon - west) / (east - west)) * TILE_SIDE);
    const row = Math.floor(((y - top) / (bottom - top)) * TILE_SIDE);
    const celsius = celsiusOfTile(content[Math.min(row, TILE_SIDE - 1) * TILE_SIDE + column] ?? 0);
    // A hole shows the orthomosaic below.
    if (!Number.isNaN(celsius)) return celsius;
  }
  return null;
});
