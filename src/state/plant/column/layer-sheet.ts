// What the map paints besides the key figure, as rows and ramps of the printed legend: temperatures, observations, routes.
import { atom } from "jotai";
import { cssOf } from "../../../domain/colour/colour.ts";
import { signalInks } from "../../../domain/colour/palette.ts";
import { rampColourAt, rampTexture } from "../../../domain/colour/ramp.ts";
import {
  heightSpanAtom,
  heightRamp,
  routeColourAtom,
  routeNames,
  routesByColour,
  seenRoutesAtom,
} from "../../map/flight-route-view.ts";
import { imageKeyAtom } from "../../map/image-key.ts";
import { shownLayersAtom } from "../../map/layer.ts";
import {
  shownOrthomosaicsAtom,
  thermalDomainAtom,
  thermalPaletteAtom,
} from "../../map/orthomosaic.ts";
import { observedInViewAtom } from "../../observation/map.ts";
import { formatNumber, t } from "../../shell/locale.ts";

/** Colours of a ramp that are drawn. */
export const RAMP_STOPS = 12;

export type SheetRamp = {
  /** What the colours mean; null for the key figure, which is the title of the legend. */
  readonly title: string | null;
  readonly colours: readonly string[];
  readonly ends: readonly [low: string, high: string];
};

/** The colours of a ramp texture from its low to its high end. */
export function rampColours(texture: Uint8Array): string[] {
  return Array.from({ length: RAMP_STOPS }, (_, at) =>
    cssOf(rampColourAt(texture, at / (RAMP_STOPS - 1))),
  );
}

const celsius = (value: number) => `${formatNumber(value, 1)} °C`;
const metres = (value: number) => `${formatNumber(Math.round(value))} m`;

/** Ramps of layers that are shown, in the order of the screen's legend. */
export const layerRampsAtom = atom((get): readonly SheetRamp[] => {
  const ramps: SheetRamp[] = [];
  if (get(shownOrthomosaicsAtom).thermal.length > 0) {
    const [low, high] = get(thermalDomainAtom);
    ramps.push({
      title: t("layer:orthomosaic_thermal"),
      colours: rampColours(rampTexture(get(thermalPaletteAtom))),
      ends: [celsius(low), celsius(high)],
    });
  }
  if (get(seenRoutesAtom).length > 0 && get(routeColourAtom) === "height") {
    const [low, high] = get(heightSpanAtom);
    ramps.push({
      title: `${t("layer:flight_routes")}: ${t("flight-route:colour.height")}`,
      colours: rampColours(heightRamp),
      ends: [metres(low), metres(high)],
    });
  }
  return ramps;
});

/** What a reader of the sheet must know of those layers. */
export const layerNotesAtom = atom((get): readonly string[] => {
  const key = get(imageKeyAtom);
  if (!key || key.drawn === null) return [];
  return [t("legend:images_drawn", { drawn: formatNumber(key.drawn), all: formatNumber(key.all) })];
});

type LayerRow = {
  readonly symbol: "circle" | "square";
  readonly colour: string;
  readonly name: string;
  readonly value: string;
};

/** Rows of layers that are shown: values of observations, kinds of images, and sorties. */
export const layerRowsAtom = atom((get): readonly LayerRow[] => {
  const isShown = (id: string) =>
    get(shownLayersAtom).some((layer) => layer.id === id && layer.visible);
  const observed = isShown("observations") ? get(observedInViewAtom) : null;
  const observations = (observed?.categories ?? []).map(
    ({ label, colour, sign, count }): LayerRow => ({
      symbol: "circle",
      colour,
      name: `${t("layer:observations")}: ${sign === "" ? label : `${sign} · ${label}`}`,
      value: formatNumber(count),
    }),
  );
  const [red, green, blue] = signalInks.waiting;
  const waiting: LayerRow[] =
    observed && observed.waiting > 0
      ? [
          {
            symbol: "circle",
            colour: cssOf([red, green, blue]),
            name: t("observation:map_waiting"),
            value: formatNumber(observed.waiting),
          },
        ]
      : [];
  const images = (get(imageKeyAtom)?.kinds ?? []).map(({ kind, colour, count }): LayerRow => ({
    symbol: "circle",
    colour,
    name: `${t("layer:images")}: ${t(`survey-image:kind.${kind}`)}`,
    value: formatNumber(count),
  }));
  const routes = get(routeColourAtom) === "sortie" ? get(seenRoutesAtom) : [];
  const sorties = [...routesByColour(routes)].map(([colour, of]): LayerRow => ({
    symbol: "square",
    colour,
    name: routeNames(of),
    value: "",
  }));
  return [...observations, ...waiting, ...images, ...sorties];
});
