// MapLibre with one interleaved deck.gl overlay, mounted once; later changes are applied to it.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Layer } from "@deck.gl/core";
import { MapLibreOverlay } from "@deck.gl/maplibre";
import type { Device } from "@luma.gl/core";
import { ScaleControl, type Map as MapLibreMap } from "maplibre-gl";
import type { ColourScheme } from "../../domain/colour/palette.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { Camera, FlyTarget } from "../../state/map/view.ts";
import { basePaint, baseOpacityPaint } from "./basemap.ts";
import { warmPrograms } from "../component-mesh/component-mesh-model.ts";
import { watchGrid } from "./ground.ts";
import { watchPointer } from "./pointer-place.ts";
import css from "./map-canvas.module.css";
import { keepPlace } from "./keep-place.ts";
import { cameraOf, fly } from "./map-camera.ts";
import type { LinkedMaps } from "./linked-maps.ts";
import { followCanvasSize } from "./drawing-size.ts";
import { makeMap, type MadeMap } from "./make-map.ts";
import { watchMenu } from "../menu-host.ts";
import { activateTool } from "../tool-host.ts";
import type { Draft, MapTool, ToolCanvas } from "../tool.ts";
import { DraftShape } from "./draft-shape.tsx";

export type MapCanvasProps = {
  /** The name of the map for screen readers. */
  readonly label: string;
  readonly scheme: ColourScheme;
  /** A MapLibre style in place of the shipped base map; another style needs another canvas (`key`). */
  readonly styleUrl?: string | undefined;
  readonly baseOpacity: number;
  /** The land of the shipped base map is loaded once this resolves; without it at once. */
  readonly landAfter?: (() => Promise<void>) | undefined;
  /** The zero point of the grid on the shipped base map; without one it has no grid. */
  readonly gridOrigin?: LonLat | undefined;
  /**
   * Draws the deck.gl layers, bottom to top, now and whenever they change, until the returned function is
   * called. A layer object works in one overlay only, and a lost context leads to another overlay.
   */
  readonly watchLayers: (draw: (layers: Layer[]) => void) => () => void;
  readonly tool: MapTool | undefined;
  /** What tools can query, for the mounted map. */
  readonly toolCanvas: (map: MapLibreMap) => Omit<ToolCanvas, "showDraft">;
  /** The first camera, unless `flight` is set. */
  readonly start: Camera | null;
  /** The requested move; null once `onFlown` has reported it. */
  readonly flight: { id: number; target: FlyTarget; jump: boolean } | null;
  readonly onFlown: (id: number) => void;
  /** The user moves the map to another place, by dragging or by the arrow keys. */
  readonly onPan?: () => void;
  /** Called after every move, and at once when the function changes. */
  readonly onView: (camera: Camera, map: MapLibreMap) => void;
  /** The place that a panel must not hide; null for none. */
  readonly selectedPlace?: (() => LonLat | null) | undefined;
  /** Called with the place below the pointer. */
  readonly onPointer?: ((place: LonLat | null) => void) | undefined;
  /** Maps that show the same place. */
  readonly link?: LinkedMaps | undefined;
  /** The style of `styleUrl` could not be loaded. */
  readonly onStyleFault?: (() => void) | undefined;
  /** The graphics context was lost; the parent mounts another canvas. */
  readonly onLost: () => void;
};

/** What the map calls while it is mounted. */
type MapCalls = { readonly onLost: () => void; readonly selectedPlace: () => LonLat | null };

type MountedMap = MadeMap & { readonly overlay: MapLibreOverlay };

export function MapCanvas(props: MapCanvasProps) {
  const { label, scheme, styleUrl, baseOpacity, gridOrigin, watchLayers, tool } = props;
  const { flight, onFlown, onView, link } = props;
  const container = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState<MountedMap | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);

  const selectedPlace = useEffectEvent(() => props.selectedPlace?.() ?? null);
  const make = useEffectEvent((calls: MapCalls) => start(container.current!, props, calls));
  const onLost = useEffectEvent(() => props.onLost());
  const onStyleFault = useEffectEvent(() => props.onStyleFault?.());
  const onMoved = useEffectEvent((map: MapLibreMap) => onView(cameraOf(map), map));
  const onPan = useEffectEvent(() => props.onPan?.());
  const onPointer = useEffectEvent((place: LonLat | null) => props.onPointer?.(place));
  const toolCanvas = useEffectEvent((map: MapLibreMap) => props.toolCanvas(map));

  // Map and overlay are created and removed together: deck.gl can be added to a map only once.
  useEffect(() => {
    const made = make({ onLost: () => onLost(), selectedPlace: () => selectedPlace() });
    const { map } = made;
    const moved = () => onMoved(map);
    // Faults of single tiles come later and do not affect the rest of the map.
    const broken = () => onStyleFault();
    map.on("error", broken);
    void made.styled.then(() => map.off("error", broken));
    map.on("dragstart", () => onPan());
    map.on("movestart", ({ originalEvent }) => {
      if (originalEvent instanceof KeyboardEvent && originalEvent.key.startsWith("Arrow")) onPan();
    });
    map.on("moveend", moved);
    map.on("resize", moved);
    map.once("load", moved);
    // The map needs its element, so it is created in an effect and the parts that depend on it render again.
    // oxlint-disable-next-line react/set-state-in-effect
    setMounted(made);
    return () => {
      setMounted(null);
      made.end();
    };
  }, []);

  useEffect(
    () => (mounted ? watchLayers((layers) => mounted.overlay.setProps({ layers })) : undefined),
    [mounted, watchLayers],
  );

  useEffect(() => (mounted && link ? link.join(mounted.map) : undefined), [mounted, link]);

  useEffect(() => {
    if (!mounted || !flight) return;
    fly(mounted.map, flight.target, flight.jump);
    onFlown(flight.id);
  }, [mounted, flight, onFlown]);

  useEffect(() => {
    if (mounted) onView(cameraOf(mounted.map), mounted.map);
  }, [mounted, onView]);

  useEffect(() => {
    if (!mounted || styleUrl) return;
    let called = false;
    void mounted.styled.then(() => {
      if (called || mounted.ended.aborted) return;
      for (const [layer, property, value] of [
        ...basePaint(scheme),
        ...baseOpacityPaint(baseOpacity),
      ]) {
        mounted.map.setPaintProperty(layer, property as never, value as never);
      }
    });
    return () => {
      called = true;
    };
  }, [mounted, styleUrl, scheme, baseOpacity]);

  useEffect(() => {
    if (!mounted || styleUrl || !gridOrigin) return;
    const { map, styled } = mounted;
    let stop: (() => void) | undefined;
    let called = false;
    void styled.then(() => {
      if (!called) stop = watchGrid(map, gridOrigin);
    });
    return () => {
      called = true;
      stop?.();
    };
  }, [mounted, styleUrl, gridOrigin]);

  useEffect(() => {
    if (!mounted || !tool) return;
    const canvas = { ...toolCanvas(mounted.map), showDraft: setDraft };
    return activateTool(mounted.map, tool, canvas);
  }, [mounted, tool]);

  useEffect(
    () => (mounted ? watchPointer(mounted.map, (place) => onPointer(place)) : undefined),
    [mounted],
  );

  useEffect(
    () => (mounted ? watchMenu(mounted.map, toolCanvas(mounted.map)) : undefined),
    [mounted],
  );

  useEffect(() => {
    mounted?.map.getCanvas().setAttribute("aria-label", label);
  }, [mounted, label]);

  return (
    <div className={css.frame} data-scheme={scheme}>
      <div ref={container} className={css.map} />
      <DraftShape draft={draft} />
    </div>
  );
}

function start(
  container: HTMLDivElement,
  props: MapCanvasProps,
  { onLost, selectedPlace }: MapCalls,
): MountedMap {
  const { scheme, styleUrl, landAfter, start: camera, flight, label } = props;
  const made = makeMap({
    container,
    scheme,
    styleUrl,
    landAfter,
    onLost,
    center: [10, 25],
    zoom: 1.5,
    maxZoom: 24,
    maxPitch: 60,
    fadeDuration: 0,
    locale: { "Map.Title": label },
  });
  const { map } = made;
  map.addControl(new ScaleControl({ unit: "metric", maxWidth: 120 }), "bottom-left");
  keepPlace(map, selectedPlace, (place) => fly(map, { reveal: place }, false));
  if (flight) fly(map, flight.target, true);
  else if (camera) fly(map, { camera }, true);
  const overlay = new MapLibreOverlay({
    interleaved: true,
    layers: [],
    // All lies flat on the map, in the order of its layers. Tested against the depth of the ground, a tilted
    // map would cut what stands upright, such as names and dots, and strips of what lies on it.
    parameters: { depthWriteEnabled: false, depthCompare: "always" },
    // deck.gl writes its own cursor on the canvas with every frame; the tool's is on the element around it.
    getCursor: () => "inherit",
    onDeviceInitialized: (device: Device) => {
      followCanvasSize(map, device);
      // While the plant is loading.
      setTimeout(() => warmPrograms(device, ["plain", "quads"]));
    },
  });
  map.addControl(overlay);
  return { ...made, overlay };
}
