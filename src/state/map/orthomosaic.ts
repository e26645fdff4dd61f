// The orthomosaics on the map: which there are, and how temperatures are coloured.
import { atom, type Getter } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { RampId } from "../../domain/colour/ramp.ts";
import type { PlacementId } from "../../domain/raster/fit.ts";
import type {
  Orthomosaic,
  OrthomosaicKind,
  OrthomosaicPicture,
} from "../../domain/raster/orthomosaic.ts";
import { hasCallAtom } from "../account/ask.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { compareAtom } from "../plant/compare/compare.ts";
import { perPlant, perSession } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { queriesById, reload } from "../shell/query.ts";
import { showLayer, shownLayersAtom, type LayerSetting } from "./layer.ts";
import { orthomosaicOrderAtom, orthomosaicSettingAtom } from "./orthomosaic-setting.ts";

const listKey = (analysis_id: number) => ["orthomosaics", analysis_id];

/** All of an analysis, also those that wait or failed. */
export const orthomosaicsOf = queriesById((analysis_id: number) => ({
  key: listKey(analysis_id),
  ask: (options) => call(api.orthomosaic.list, { params: { id: analysis_id } }, options),
}));

export const reloadOrthomosaics = (analysis_id: number): Promise<void> =>
  reload(listKey(analysis_id));

export type DrawnOrthomosaic = Omit<Orthomosaic, "picture"> & {
  readonly picture: OrthomosaicPicture;
  readonly setting: LayerSetting;
  /** Where it is drawn, and when that place was found: another place has other tiles. */
  readonly drawn_at: PlacementId;
};

/**
 * Where orthomosaics are drawn to look at, before it is decided, by their IDs. Of the session: what is chosen on the
 * page of an analysis is seen on the map of its plant.
 */
const previewsAtom = perSession<ReadonlyMap<number, PlacementId>>(new Map());

/** Where each orthomosaic is drawn here. */
export const drawnPlacementAtom = atom((get) => {
  const previews = get(previewsAtom);
  return ({ id, fit, placement }: Pick<Orthomosaic, "id" | "fit" | "placement">): PlacementId => {
    const chosen = previews.get(id) ?? placement;
    return chosen === "proposed" && fit === null ? "stated" : chosen;
  };
});

/** Draws an orthomosaic at a place, here alone; null: where it is for everybody. */
export const previewPlacement = atom(null, (get, set, id: number, to: PlacementId | null) => {
  const previews = new Map(get(previewsAtom));
  if (to === null) previews.delete(id);
  else previews.set(id, to);
  set(previewsAtom, previews);
});

function readyOf(get: Getter, analysis_id: number, kind: OrthomosaicKind): DrawnOrthomosaic[] {
  if (!get(hasCallAtom)("orthomosaic.list")) return [];
  const placement = get(drawnPlacementAtom);
  const setting = get(orthomosaicSettingAtom);
  const all = get(orthomosaicOrderAtom)(valueOf(get(orthomosaicsOf(analysis_id))) ?? []);
  return all.flatMap(({ picture, ...one }) => {
    if (picture?.kind !== kind) return [];
    const drawn_at = placement(one);
    const bounds = drawn_at === "proposed" && one.fit ? one.fit.bounds : picture.bounds;
    return [{ ...one, picture: { ...picture, bounds }, drawn_at, setting: setting(one.id) }];
  });
}

/** Which analysis they are drawn for: the current one, or the one that it is compared with. */
export type OrthomosaicSide = "this" | "other";

type OfKinds<Of> = Record<OrthomosaicKind, Record<OrthomosaicSide, Of>>;

function ofKinds(
  read: (get: Getter, kind: OrthomosaicKind, side: OrthomosaicSide) => DrawnOrthomosaic[],
) {
  const bothSides = (kind: OrthomosaicKind) => ({
    this: atom((get) => read(get, kind, "this")),
    other: atom((get) => read(get, kind, "other")),
  });
  const atoms: OfKinds<ReturnType<typeof emptyAtom>> = {
    rgb: bothSides("rgb"),
    thermal: bothSides("thermal"),
  };
  return atoms;
}

/** Those of a kind that are ready, bottom to top, by side: also those that the user hides. */
export const readyOrthomosaicAtoms = ofKinds((get, kind, side) => {
  const id = side === "this" ? get(analysisIdAtom) : (get(compareAtom)?.analysis_id ?? null);
  return id === null ? [] : readyOf(get, id, kind);
});

/** Those of a kind that are drawn while their layer is, bottom to top, by side. */
export const drawnOrthomosaicAtoms = ofKinds((get, kind, side) =>
  get(readyOrthomosaicAtoms[kind][side]).filter(({ setting }) => setting.visible),
);

/** Only the type of those atoms. */
function emptyAtom() {
  return atom((_get): DrawnOrthomosaic[] => []);
}

export const orthomosaicLayerId = {
  rgb: "orthomosaic_rgb",
  thermal: "orthomosaic_thermal",
} as const;

/** Those whose layer is shown. */
export const shownOrthomosaicsAtom = atom((get) => {
  const layers = get(shownLayersAtom);
  const isShown = (kind: OrthomosaicKind) =>
    layers.some(({ id, visible }) => visible && id === orthomosaicLayerId[kind]);
  const of = (kind: OrthomosaicKind) =>
    isShown(kind) ? get(drawnOrthomosaicAtoms[kind].this) : [];
  return { rgb: of("rgb"), thermal: of("thermal") };
});

/** The palette of temperatures. */
export const thermalPaletteAtom = perPlant<RampId>("inferno");

/** Degrees Celsius of the first and the last colour, as the user set them; null: as the files propose. */
export const thermalRangeAtom = perPlant<readonly [number, number] | null>(null);

/** Degrees Celsius of the first and the last colour; all thermal ones on the map share them. */
export const thermalDomainAtom = atom((get): readonly [number, number] => {
  const chosen = get(thermalRangeAtom);
  if (chosen) return chosen;
  const { thermal } = drawnOrthomosaicAtoms;
  const all = [...get(thermal.this), ...get(thermal.other)].flatMap(
    ({ picture }) => picture.temperature ?? [],
  );
  if (all.length === 0) return [0, 100];
  const low = Math.floor(Math.min(...all.map((one) => one.low)));
  const high = Math.ceil(Math.max(...all.map((one) => one.high)));
  return [low, Math.max(low + 1, high)];
});

const chosenKindSwipeAtom = perPlant<number | null>(null);

/**
 * Part of the map's width, 0 to 1, left of which RGB is drawn and right of which temperatures; null: no swipe. There is
 * none where one of both kinds is not drawn, nor while two analyses are swiped: a line would cut what has no other side.
 */
export const kindSwipeAtom = atom(
  (get): number | null => {
    const { rgb, thermal } = get(shownOrthomosaicsAtom);
    const hasBoth = rgb.length > 0 && thermal.length > 0;
    return hasBoth && get(compareAtom)?.mode !== "swipe" ? get(chosenKindSwipeAtom) : null;
  },
  (_get, set, position: number | null) => set(chosenKindSwipeAtom, position),
);

export type SwipeSpan = readonly [from: number, to: number];
const WHOLE: SwipeSpan = [0, 1];

/** The part of the map in which a kind is drawn while RGB and temperatures are swiped. */
export function spanOfKind(kind: OrthomosaicKind, position: number | null): SwipeSpan {
  if (position === null) return WHOLE;
  return kind === "rgb" ? [0, position] : [position, 1];
}

/** The part that two spans share; null for none. */
export function sharedSpan(a: SwipeSpan, b: SwipeSpan): SwipeSpan | null {
  const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return from < to ? [from, to] : null;
}

type Place = readonly [lon: number, lat: number];

/** Longitude and latitude below the pointer while temperatures are shown; null beside the map. */
export const pointerPlaceAtom = perPlant<Place | null>(null);

/** The pointer has moved. A moving pointer changes nothing unless its temperature is shown. */
export const pointTo = atom(null, (get, set, place: Place | null) => {
  const isRead = get(shownOrthomosaicsAtom).thermal.length > 0;
  const next = isRead ? place : null;
  if (next !== get(pointerPlaceAtom)) set(pointerPlaceAtom, next);
});

/** Starts the swipe of RGB and temperatures with the line in the middle, or ends it. Both layers are shown for it. */
export const swipeKinds = atom(null, (get, set, isOn: boolean) => {
  set(kindSwipeAtom, isOn ? 0.5 : null);
  if (!isOn) return;
  const shown = get(shownOrthomosaicsAtom);
  for (const kind of ["rgb", "thermal"] as const)
    if (shown[kind].length === 0) set(showLayer, orthomosaicLayerId[kind], true);
});
