// The one place that sets up MapLibre: its worker, the base map, the attribution and a lost context.
import {
  AttributionControl,
  Map as MapLibreMap,
  setWorkerUrl,
  type GeoJSONSource,
  type MapOptions,
  type RequestParameters,
} from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import type { ColourScheme } from "../../domain/colour/palette.ts";
import { t } from "../../state/shell/locale.ts";
import { baseStyle, loadBaseData, SUPPOSED_LAND } from "./basemap.ts";
import { drawSeldom } from "./draw-seldom.ts";
import { graphics, isSmooth } from "./graphics.ts";
import { retryTiles } from "./tile-retry.ts";
import { untilLoaded } from "./until-loaded.ts";
import { addNames } from "./ground.ts";

setWorkerUrl(workerUrl);

export type MapSetup = Omit<MapOptions, "style" | "attributionControl"> & {
  readonly scheme: ColourScheme;
  /** A MapLibre style in place of the shipped base map. */
  readonly styleUrl?: string | undefined;
  /** The land is loaded once this resolves; without it at once. */
  readonly landAfter?: (() => Promise<void>) | undefined;
  /** The graphics context was lost: the map must be created again. */
  readonly onLost: () => void;
};

export type MadeMap = {
  readonly map: MapLibreMap;
  /** Resolves when the style is loaded. */
  readonly styled: Promise<unknown>;
  /** Aborted once the map has ended. */
  readonly ended: AbortSignal;
  readonly end: () => void;
};

/** Creates a map in its container. Throws where the browser has no WebGL. */
export function makeMap({ scheme, styleUrl, landAfter, onLost, ...options }: MapSetup): MadeMap {
  const map = new MapLibreMap({
    ...options,
    // Else MapLibre says it in English.
    locale: { "AttributionControl.ToggleAttribution": t("plants:map.sources"), ...options.locale },
    style: styleUrl ?? baseStyle(scheme),
    transformRequest: named,
    attributionControl: false,
    // Without a GPU four times the pixels take four times as long.
    ...(graphics() === "software" ? { pixelRatio: 1 } : {}),
    canvasContextAttributes: { antialias: isSmooth() },
  });
  map.addControl(new AttributionControl({ compact: true }), "bottom-right");
  const canvas = map.getCanvas();
  canvas.addEventListener("webglcontextlost", onLost);
  const styled = new Promise((resolve) => void map.once("style.load", resolve));
  const ending = new AbortController();
  const landed = landAfter?.();
  if (landed && graphics() === "software") drawSeldom(map, landed, ending.signal);
  if (styleUrl) retryTiles(map, ending.signal);
  else void addGround(map, Promise.all([styled, landed]), ending.signal);
  const end = () => {
    // Removing the map also loses its context, which is not a fault.
    canvas.removeEventListener("webglcontextlost", onLost);
    ending.abort();
    map.remove();
  };
  return { map, styled, ended: ending.signal, end };
}

/**
 * Requests to other hosts name this host, as the tile policy of OpenStreetMap demands. The page's own policy
 * names nothing; with CORS the host is known to them anyway.
 */
function named(url: string): RequestParameters {
  const isOwn = new URL(url, location.href).origin === location.origin;
  return isOwn ? { url } : { url, referrerPolicy: "strict-origin" };
}

/** The land is added after the first frame; offline without a cached copy once there is a network. */
async function addGround(
  map: MapLibreMap,
  begun: Promise<unknown>,
  ended: AbortSignal,
): Promise<void> {
  await begun;
  const data = await untilLoaded(loadBaseData, ended);
  if (ended.aborted) return;
  for (const [id, shape] of Object.entries(data ?? {})) {
    map.getSource<GeoJSONSource>(id)?.setData(shape);
  }
  if (data) whenDrawn(map, () => map.setLayoutProperty(SUPPOSED_LAND, "visibility", "none"));
  await addNames(map, ended);
}

/** Calls once the tiles of the land that are in view have come. */
function whenDrawn(map: MapLibreMap, act: () => void): void {
  const look = () => {
    if (!map.isSourceLoaded("land")) return;
    map.off("idle", look);
    act();
  };
  map.on("idle", look);
}
