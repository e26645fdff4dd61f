// The map on a stand: the product's canvas, layers and tools over a made field, without server or state.
//
// A test sets the scene through `window.stand` and reads pixels, picks and selections back.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { atom, type Atom, type Setter } from "jotai";
import type { Map as MapLibreMap } from "maplibre-gl";
import "../../../src/ui/tokens.css";
import { layers } from "../../../layers/index.ts";
import { tools } from "../../../tools/index.ts";
import { hexOf } from "../../../src/domain/colour/colour.ts";
import { NO_ROW } from "../../../src/domain/component/component-index.ts";
import { watchLayers } from "../../../src/map/layer-host.ts";
import { MapCanvas } from "../../../src/map/canvas/map-canvas.tsx";
import { viewBoxOf } from "../../../src/map/canvas/map-camera.ts";
import { pickPoint, pickRing } from "../../../src/map/component/picking.ts";
import { planeAt } from "../../../src/domain/geometry/plane.ts";
import { metresPerPixel } from "../../../src/map/component/projection.ts";
import { sceneAtom } from "../../../src/map/scene.ts";
import type { ScreenPoint, ToolCanvas } from "../../../src/map/tool.ts";
import { toolInHand } from "../../../src/map/tool-host.ts";
import { shownOpacityAtom } from "../../../src/state/map/layer.ts";
import {
  cameraAtom,
  flyTo,
  viewBoxAtom,
  type Camera,
  type FlyTarget,
} from "../../../src/state/map/view.ts";
import { openComponent } from "../../../src/state/plant/component/component.ts";
import {
  clearSelection,
  hover,
  select,
  type ComponentRow,
  type SelectionChange,
} from "../../../src/state/plant/component/selection.ts";
import { ORIGIN, standScene, standStore, standValues, type Knobs, type Stood } from "./scene.ts";

export type Stand = {
  set(knobs: Partial<Knobs>): void;
  fly(target: FlyTarget): void;
  tool(id: string): void;
  /** Resolves when everything asked for is on the screen. */
  settled(): Promise<void>;
  /** RGBA at CSS pixels from the top left. */
  pixel(x: number, y: number): number[];
  /** Pixels of the whole map by colour "#rrggbb". */
  colours(): Record<string, number>;
  /** Screen point of a row's centre. */
  place(level: number, row: number): [number, number];
  read(): { picked: number; selected: number; hovered: number; losses: number; zoom: number };
  loseContext(): void;
};

declare global {
  interface Window {
    stand?: Stand;
  }
}

const shown = layers.map(({ id, visible, opacity }) => ({ id, visible, opacity }));
const shownAtom = atom<readonly (typeof shown)[number][]>([]);
const readings = { picked: -1, selected: 0, hovered: -1, losses: 0, zoom: 0 };

type ViewBox = readonly [number, number, number, number];
type Standing = { values: Map<Atom<unknown>, unknown>; listeners: Set<() => void> };

function StandPage() {
  const [knobs, setKnobs] = useState<Partial<Knobs>>({});
  const [view, setView] = useState<{ camera: Camera | null; viewBox: ViewBox | null }>({
    camera: null,
    viewBox: null,
  });
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [toolId, setToolId] = useState<string | null>(null);
  const [recoveries, setRecoveries] = useState(0);
  const stood = useMemo(() => standScene(knobs), [knobs]);
  const [flight, setFlight] = useState<{ id: number; target: FlyTarget; jump: boolean }>({
    id: 0,
    target: { bounds: stood.scene.bounds },
    jump: true,
  });
  const [flown, setFlown] = useState(-1);
  const state = useRef<Standing>({ values: new Map(), listeners: new Set() });
  useEffect(() => {
    const hidden = new Set(knobs.hidden ?? []);
    const visible = new Set(knobs.visible ?? []);
    const isShown = (one: (typeof shown)[number]) =>
      (one.visible || visible.has(one.id)) && !hidden.has(one.id);
    const opacityOf = (id: string) => {
      const one = shown.find((layer) => layer.id === id);
      return one && isShown(one) ? one.opacity : 0;
    };
    state.current.values = new Map<Atom<unknown>, unknown>([
      ...standValues(stood, knobs),
      [shownOpacityAtom, opacityOf],
      [shownAtom, shown.map((one) => ({ ...one, visible: isShown(one) }))],
      [cameraAtom, view.camera],
      [viewBoxAtom, view.viewBox],
    ]);
    for (const listener of state.current.listeners) listener();
  }, [stood, view, knobs]);
  const watch = useCallback<Parameters<typeof MapCanvas>[0]["watchLayers"]>((draw) => {
    const store = {
      get: <Value,>(one: Atom<Value>) => standStore(state.current.values).get(one),
      sub(_one: Atom<unknown>, listener: () => void) {
        // One for each atom, also where the listener is the same.
        const own = () => listener();
        state.current.listeners.add(own);
        return () => state.current.listeners.delete(own);
      },
    };
    return watchLayers({ store, all: layers, scene: sceneAtom, shown: shownAtom, draw });
  }, []);
  const onView = useCallback<Parameters<typeof MapCanvas>[0]["onView"]>((camera, standing) => {
    readings.zoom = camera.zoom;
    setView({ camera, viewBox: viewBoxOf(standing, ORIGIN) });
    setMap(standing);
  }, []);

  useEffect(() => {
    if (map) window.stand = standOf(map, stood, { setKnobs, setFlight, setToolId });
  }, [map, stood]);

  return (
    <MapCanvas
      key={recoveries}
      label="Map"
      scheme={stood.scene.scheme}
      baseOpacity={1}
      watchLayers={watch}
      tool={toolInHand(tools, toolId)}
      toolCanvas={(standing) => toolCanvas(standing, () => window.stand!, stood)}
      start={view.camera}
      flight={flight.id === flown ? null : flight}
      onFlown={setFlown}
      onView={onView}
      onLost={() => {
        readings.losses += 1;
        // There is none until the next map stands.
        delete window.stand;
        setRecoveries((count) => count + 1);
      }}
    />
  );
}

type Setters = {
  setKnobs: React.Dispatch<React.SetStateAction<Partial<Knobs>>>;
  setFlight: React.Dispatch<React.SetStateAction<{ id: number; target: FlyTarget; jump: boolean }>>;
  setToolId(id: string): void;
};

function standOf(map: MapLibreMap, { scene, data }: Stood, setters: Setters): Stand {
  const gl = map.getCanvas().getContext("webgl2")!;
  return {
    set: (knobs) => setters.setKnobs((before) => ({ ...before, ...knobs })),
    fly: (target) => setters.setFlight(({ id }) => ({ id: id + 1, target, jump: true })),
    // At once: a pointer that moves before the tool listens would be lost on a busy machine.
    tool: (id) => flushSync(() => setters.setToolId(id)),
    async settled() {
      // Two turns let React hand the layers over, then the map tells when it has drawn them.
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        map.triggerRepaint();
        await new Promise<void>((resolve) => void map.once("idle", () => resolve()));
      }
    },
    pixel(x, y) {
      map.redraw();
      const ratio = gl.drawingBufferWidth / map.getCanvas().clientWidth;
      const pixel = new Uint8Array(4);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      const bottom = gl.drawingBufferHeight - 1 - Math.round(y * ratio);
      gl.readPixels(Math.round(x * ratio), bottom, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return [...pixel];
    },
    colours() {
      map.redraw();
      const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
      const pixels = new Uint8Array(width * height * 4);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      const counts: Record<string, number> = {};
      for (let at = 0; at < pixels.length; at += 4) {
        const [red, green, blue] = pixels.subarray(at, at + 3);
        const colour = hexOf([red!, green!, blue!]);
        counts[colour] = (counts[colour] ?? 0) + 1;
      }
      return counts;
    },
    place(level, row) {
      const { geometry } = data.levels[level]!;
      const lonLat = planeAt(scene.origin).toLonLat(geometry.centreX[row]!, geometry.centreY[row]!);
      const { x, y } = map.project(lonLat);
      return [x, y];
    },
    read: () => ({ ...readings }),
    loseContext: () => gl.getExtension("WEBGL_lose_context")?.loseContext(),
  };
}

/** Tools change the readings here, where the product's change the state. */
function toolCanvas(
  map: MapLibreMap,
  stand: () => Stand,
  { scene, data }: Stood,
): Omit<ToolCanvas, "showDraft"> {
  const level = data.levels.at(-1)!;
  const target = { geometry: level.geometry, mesh: level.mesh! };
  const plane = planeAt(scene.origin);
  const toPlane = ([x, y]: ScreenPoint) => {
    const { lng, lat } = map.unproject([x, y]);
    return plane.toPlane(lng, lat);
  };
  const chosen = (rows: ArrayLike<number>) => {
    readings.selected = rows.length;
    stand().set({ selected: Array.from(rows) });
  };
  const verbs = new Map<unknown, (change: never) => void>([
    [select, ({ rows }: SelectionChange) => chosen(rows)],
    [clearSelection, () => chosen([])],
    [hover, (component: ComponentRow | null) => (readings.hovered = component?.row ?? -1)],
    [openComponent, ({ row }: ComponentRow) => (readings.picked = row)],
    [flyTo, (flight: FlyTarget) => stand().fly(flight)],
  ]);
  return {
    get: standStore(new Map()).get,
    set: ((verb: unknown, change: never) => verbs.get(verb)?.(change)) as Setter,
    pick(at, withinPixels) {
      const [x, y] = toPlane(at);
      const within = withinPixels * metresPerPixel(map.getZoom(), scene.origin);
      const row = pickPoint(target, x, y, within);
      return row === NO_ROW ? null : { component_type: level.type, row };
    },
    pickRing: (ring) => ({
      component_type: level.type,
      rows: pickRing(target, ring.flatMap(toPlane)),
    }),
    boundsOf(points) {
      const places = points.map(([x, y]) => map.unproject([x, y]));
      const lons = places.map(({ lng }) => lng);
      const lats = places.map(({ lat }) => lat);
      return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
    },
  };
}

createRoot(document.getElementById("root")!).render(<StandPage />);
