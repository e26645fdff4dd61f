// The deck.gl layers of the tiles of orthomosaics.
import type { Layer } from "@deck.gl/core";
import { BitmapLayer } from "@deck.gl/layers";
import { atom, type Atom, type Getter } from "jotai";
import { rampTexture, type RampId } from "../../domain/colour/ramp.ts";
import { TILE_SIDE, type OrthomosaicKind } from "../../domain/raster/orthomosaic.ts";
import { tileValue } from "../../domain/raster/temperature.ts";
import {
  drawnOrthomosaicAtoms,
  kindSwipeAtom,
  sharedSpan,
  spanOfKind,
  thermalDomainAtom,
  thermalPaletteAtom,
  type DrawnOrthomosaic,
  type SwipeSpan,
} from "../../state/map/orthomosaic.ts";
import {
  orthomosaicTileAtoms,
  type DrawnTile,
  type TileContent,
} from "../../state/map/orthomosaic-tile.ts";
import {
  compareAtom,
  comparedPairAtom,
  isOtherOlderAtom,
} from "../../state/plant/compare/compare.ts";
import { SwipeClip, type SwipeClipProps } from "../canvas/swipe-clip.ts";

type Part = { readonly tiles: readonly DrawnTile[]; readonly span: SwipeSpan };

export type DrawnOrthomosaics = {
  /** West, south, east, north of the whole rasters. */
  readonly extent: readonly [number, number, number, number];
  readonly parts: readonly Part[];
  readonly palette: RampId;
  /** Degrees Celsius of the first and the last colour. */
  readonly domain: readonly [number, number];
};

/** The tiles of a kind: of the current analysis, or of both on their sides of the swipe. */
export function drawnAtom(kind: OrthomosaicKind): Atom<DrawnOrthomosaics | null> {
  const tiles = orthomosaicTileAtoms[kind];
  const all = drawnOrthomosaicAtoms[kind];
  return atom((get) => {
    const compared = get(compareAtom);
    const span = spanOfKind(kind, get(kindSwipeAtom));
    const parts: Part[] = [];
    const add = (of: readonly DrawnTile[] | null, side: SwipeSpan) => {
      const shared = sharedSpan(span, side);
      if (of && shared) parts.push({ tiles: of, span: shared });
    };
    if (compared?.mode === "swipe") {
      const { position } = compared;
      const [left, right]: SwipeSpan[] = [
        [0, position],
        [position, 1],
      ];
      // Until both analyses are known, a side could be the wrong one.
      if (get(comparedPairAtom)) {
        const isOlder = get(isOtherOlderAtom);
        add(get(tiles.other), isOlder ? left! : right!);
        add(get(tiles.this), isOlder ? right! : left!);
      }
    } else add(get(tiles.this), [0, 1]);
    return withColours(get, [...get(all.this), ...(compared ? get(all.other) : [])], parts);
  });
}

/** The tiles of the analysis that is compared with, for its own map. */
export function besideAtom(kind: OrthomosaicKind): Atom<DrawnOrthomosaics | null> {
  return atom((get) => {
    const tiles = get(orthomosaicTileAtoms[kind].other);
    const span = spanOfKind(kind, get(kindSwipeAtom));
    const parts = tiles ? [{ tiles, span }] : [];
    return withColours(get, get(drawnOrthomosaicAtoms[kind].other), parts);
  });
}

/** Null without orthomosaics. Without tiles in view there are no parts, but the layer still has its extent. */
function withColours(
  get: Getter,
  all: readonly DrawnOrthomosaic[],
  parts: readonly Part[],
): DrawnOrthomosaics | null {
  if (all.length === 0) return null;
  const side = (at: number, pick: (...values: number[]) => number) =>
    pick(...all.map(({ picture }) => picture.bounds[at]!));
  const extent = [
    side(0, Math.min),
    side(1, Math.min),
    side(2, Math.max),
    side(3, Math.max),
  ] as const;
  return { parts, extent, palette: get(thermalPaletteAtom), domain: get(thermalDomainAtom) };
}

/** One layer for each tile; ids begin with `id`. */
export function tileLayers(
  id: string,
  { parts, palette, domain }: DrawnOrthomosaics,
  opacity: number,
): Layer[] {
  return parts.flatMap(({ tiles, span }) =>
    tiles.map(
      ({ key, bounds, content, opacity: own }) =>
        new BitmapLayer<SwipeClipProps>({
          id: `${id} ${key}`,
          extensions: [new SwipeClip()],
          image: imageOf(content, palette, domain),
          bounds: [...bounds],
          opacity: opacity * own,
          swipe: span,
          // The pixels of the drone are seen as they are, once they are larger than those of the screen.
          textureParameters: { minFilter: "linear", magFilter: "nearest" },
        }),
    ),
  );
}

type Coloured = { readonly key: string; readonly image: ImageData };
const coloured = new WeakMap<Uint16Array, Coloured>();

/** A tile as a picture; temperatures are coloured. */
export function imageOf(
  content: TileContent,
  palette: RampId,
  [low, high]: readonly [number, number],
): ImageBitmap | ImageData {
  if (!(content instanceof Uint16Array)) return content;
  const key = `${palette} ${low} ${high}`;
  const known = coloured.get(content);
  if (known?.key === key) return known.image;
  const image = new ImageData(colours(content, palette, [low, high]), TILE_SIDE, TILE_SIDE);
  coloured.set(content, { key, image });
  return image;
}

/** Red, green, blue and opacity; clear where there is no temperature. */
export function colours(
  values: Uint16Array,
  palette: RampId,
  [low, high]: readonly [number, number],
): Uint8ClampedArray<ArrayBuffer> {
  const ramp = rampTexture(palette);
  const first = tileValue(low);
  const perEntry = 255 / Math.max(1, tileValue(high) - first);
  const pixels = new Uint8ClampedArray(4 * values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value === 0) continue;
    const entry = 4 * Math.max(0, Math.min(255, Math.round((value - first) * perEntry)));
    pixels[4 * at] = ramp[entry]!;
    pixels[4 * at + 1] = ramp[entry + 1]!;
    pixels[4 * at + 2] = ramp[entry + 2]!;
    pixels[4 * at + 3] = 255;
  }
  return pixels;
}
