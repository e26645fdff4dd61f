// MapLibre with one interleaved deck.gl overlay, mounted once; everything else is told to it.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Layer } from "@deck.gl/core";
import { MapLibreOverlay } from "@deck.gl/maplibre";
import type { Device } from "@luma.gl/core";
import { AttributionControl, Map as MapLibreMap, ScaleControl, setWorkerUrl } from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import type { ColourScheme } from "../../domain/colour/severity-colour.ts";
import type { Camera, FlyTarget } from "../../state/map/view.ts";
import { basePaint, baseOpacityPaint, baseStyle, loadBaseData } from "./basemap.ts";
import { warmPrograms } from "../component-mesh/component-mesh-model.ts";
import { graphics } from "./graphics.ts";
import css from "./map-canvas.module.css";
import { cameraOf, fly } from "./map-camera.ts";
import { holdTool } from "../tool-host.ts";
import type { Draft, MapTool, ToolReach } from "../tool.ts";
import { DraftShape } from "./draft-shape.tsx";

setWorkerUrl(workerUrl);

export type MapCanvasProps = {
  /** What a screen reader calls the map. */
  readonly label: string;
  readonly scheme: ColourScheme;
  /** A MapLibre style in place of the shipped base map; another needs another canvas (`key`). */
  readonly styleUrl?: string | undefined;
  readonly baseOpacity: number;
  /**
   * Makes the deck.gl layers, bottom to top; a new function where they have changed. A function, because
   * a layer object serves one overlay only and there is another after a lost context.
   */
  readonly layers: () => Layer[];
  readonly tool: MapTool | undefined;
  /** What tools may do, given the map that is there. */
  readonly reachOf: (map: MapLibreMap) => Omit<ToolReach, "draft">;
  /** Where it looks first, unless it is asked to fly. */
  readonly start: Camera | null;
  /** Where it is asked to look; null once it has been told so by `onFlown`. */
  readonly flight: { id: number; target: FlyTarget; jump: boolean } | null;
  readonly onFlown: (id: number) => void;
  /** Told after every move, and at once when it is another function. */
  readonly onView: (camera: Camera, map: MapLibreMap) => void;
  /** The style of `styleUrl` could not be read. */
  readonly onStyleFault?: (() => void) | undefined;
  /** The graphics context has gone; the parent mounts another canvas. */
  readonly onLost: () => void;
};

type Standing = {
  readonly map: MapLibreMap;
  readonly overlay: MapLibreOverlay;
  /** Resolves when the style has been read. */
  readonly styled: Promise<unknown>;
  /** Aborts when the map ends. */
  readonly gone: AbortController;
};

export function MapCanvas(props: MapCanvasProps) {
  const { label, scheme, styleUrl, baseOpacity, layers, tool } = props;
  const { flight, onFlown, onView } = props;
  const holder = useRef<HTMLDivElement>(null);
  const [standing, setStanding] = useState<Standing | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);

  const make = useEffectEvent(() => makeMap(holder.current!, props));
  const onLost = useEffectEvent(() => props.onLost());
  const onStyleFault = useEffectEvent(() => props.onStyleFault?.());
  const onMoved = useEffectEvent((map: MapLibreMap) => onView(cameraOf(map), map));
  const reachOf = useEffectEvent((map: MapLibreMap) => props.reachOf(map));

  // Map and overlay are made and ended together: deck may be added to a map but once.
  useEffect(() => {
    const made = make();
    const { map } = made;
    const lost = () => onLost();
    const moved = () => onMoved(map);
    map.getCanvas().addEventListener("webglcontextlost", lost);
    // Faults of single tiles come later and leave the rest of the map standing.
    const broken = () => onStyleFault();
    map.on("error", broken);
    void made.styled.then(() => map.off("error", broken));
    map.on("moveend", moved);
    map.on("resize", moved);
    map.once("load", moved);
    // The map needs its element and so can be made in an effect only; what hangs on it renders again.
    // oxlint-disable-next-line react/set-state-in-effect
    setStanding(made);
    return () => {
      // Ending the map loses its context too, which must not be taken for a fault.
      map.getCanvas().removeEventListener("webglcontextlost", lost);
      setStanding(null);
      made.gone.abort();
      map.remove();
    };
  }, []);

  useEffect(() => standing?.overlay.setProps({ layers: layers() }), [standing, layers]);

  useEffect(() => {
    if (!standing || !flight) return;
    fly(standing.map, flight.target, flight.jump);
    onFlown(flight.id);
  }, [standing, flight, onFlown]);

  useEffect(() => {
    if (standing) onView(cameraOf(standing.map), standing.map);
  }, [standing, onView]);

  useEffect(() => {
    if (!standing || styleUrl) return;
    let called = false;
    void standing.styled.then(() => {
      if (called || standing.gone.signal.aborted) return;
      for (const [layer, property, value] of [
        ...basePaint(scheme),
        ...baseOpacityPaint(baseOpacity),
      ]) {
        standing.map.setPaintProperty(layer, property as never, value as never);
      }
    });
    return () => {
      called = true;
    };
  }, [standing, styleUrl, scheme, baseOpacity]);

  useEffect(() => {
    if (!standing || !tool) return;
    const reach = { ...reachOf(standing.map), draft: setDraft };
    return holdTool(standing.map, tool, reach);
  }, [standing, tool]);

  useEffect(() => {
    standing?.map.getCanvas().setAttribute("aria-label", label);
  }, [standing, label]);

  return (
    <div className={css.frame} data-scheme={scheme}>
      <div ref={holder} className={css.map} />
      <DraftShape draft={draft} />
    </div>
  );
}

function makeMap(container: HTMLDivElement, props: MapCanvasProps): Standing {
  const { scheme, styleUrl, start, flight, label } = props;
  const software = graphics() === "software";
  const map = new MapLibreMap({
    container,
    style: styleUrl ?? baseStyle(scheme),
    center: [10, 25],
    zoom: 1.5,
    maxZoom: 24,
    maxPitch: 60,
    attributionControl: false,
    fadeDuration: 0,
    // Without a graphics card four times the pixels are four times the wait.
    ...(software ? { pixelRatio: 1 } : {}),
    canvasContextAttributes: { antialias: false },
    locale: { "Map.Title": label },
  });
  map.addControl(new AttributionControl({ compact: true }), "bottom-right");
  map.addControl(new ScaleControl({ unit: "metric", maxWidth: 120 }), "bottom-left");
  if (flight) fly(map, flight.target, true);
  else if (start) fly(map, { camera: start }, true);
  const overlay = new MapLibreOverlay({
    interleaved: true,
    layers: [],
    onDeviceInitialized: (device: Device) => {
      // While the plant is on its way.
      setTimeout(() => warmPrograms(device, ["plain", "quads"]));
    },
  });
  map.addControl(overlay);
  const styled = new Promise((resolve) => void map.once("style.load", resolve));
  const standing = { map, overlay, styled, gone: new AbortController() };
  if (!styleUrl) void addLand(standing);
  return standing;
}

/** Land comes after the first frame; without it (offline, no cached copy) the water stays. */
async function addLand({ map, styled, gone }: Standing): Promise<void> {
  const data = await loadBaseData().catch(() => null);
  await styled;
  if (!data || gone.signal.aborted) return;
  setData(map, "land", data.land);
  setData(map, "coast", data.coast);
  setData(map, "border", data.border);
}

function setData(map: MapLibreMap, id: string, data: GeoJSON.GeoJSON): void {
  const source = map.getSource(id);
  if (source && "setData" in source) (source.setData as (data: GeoJSON.GeoJSON) => void)(data);
}
