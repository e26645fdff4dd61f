// Connects the 3D scene with the state: what is drawn, where the camera stands, what the pointer does.
import { PrimitiveCollection } from "cesium";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { areTilesWaiting } from "../../state/map/orthomosaic-tile.ts";
import { photographerAtom } from "../../state/map/picture.ts";
import { spaceAtom, walkingAtom } from "../../state/map/space.ts";
import { failedPiecesAtom } from "../../state/map/not-drawn.ts";
import { pieceSource } from "../../state/map/twin-piece.ts";
import {
  cameraAtom,
  eyeAtom,
  flyRequestAtom,
  viewAreaAtom,
  type Camera,
  type FlyTarget,
  type MoveTarget,
} from "../../state/map/view.ts";
import { openPlaceAtom } from "../../state/plant/component/component.ts";
import { plantBoundsAtom } from "../../state/plant/plant.ts";
import type { Store } from "../../state/shell/on-change.ts";
import { flownAtom } from "../map-state.ts";
import type { Draft, MapTool } from "../tool.ts";
import { asAsked, cameraFor } from "./fit-camera.ts";
import { keepRoom } from "./keep-room.ts";
import { bounded, type ViewSize } from "./move-camera.ts";
import { userMoves } from "./user-move.ts";
import { areaInView, restingViewAtom, viewEyeOf } from "./resting-view.ts";
import { twinOverlays } from "./overlays.ts";
import type { ModelScene } from "./plant-models.tsx";
import { pictureAtom } from "./shown-plant.ts";
import type { SolidScene } from "./solid/solid-scene.ts";
import { FIELD_OF_VIEW, placeCamera, screenOf, type Point3 } from "./twin-camera.ts";
import { watchPointer, type Move, type PointerWatch } from "./twin-pointer.ts";
import type { Overlay } from "./twin-overlay.ts";
import { makeTwinScene, type Ending } from "./twin-scene.ts";
import { stepOfKey, walkBegun, walkEnded } from "./walk.ts";
import { twinPhotographer } from "./twin-picture.ts";
import { twinToolCanvas } from "./twin-tool-canvas.ts";

const isMove = (target: FlyTarget): target is MoveTarget =>
  "zoomBy" in target || "turnTo" in target;

/** A first look at a plant: from above, at an angle at which its rows are seen as rows. */
const FIRST_PITCH = 50;

type TwinRun = {
  readonly store: Store;
  readonly canvas: HTMLCanvasElement;
  readonly origin: LonLat;
  readonly tool: () => MapTool | undefined;
  /** The scene is open; elements may be added to it. */
  readonly onOpen: (opened: ModelScene) => void;
  /** Draws what a tool shows while it works. */
  readonly showDraft: (draft: Draft | null) => void;
  /** The graphics context was lost, or the scene failed; the parent mounts another canvas. */
  readonly onLost: (why: Ending) => void;
};

/** Draws the plant on the canvas until the returned function is called. */
export function runTwin(run: TwinRun): () => void {
  const { store, canvas, origin, tool, onOpen, showDraft, onLost } = run;
  const size = (): ViewSize => {
    const ground = store.get(groundAtom)?.at;
    const { clientWidth: width, clientHeight: height } = canvas;
    return { width, height, isWalk: store.get(walkingAtom), ...(ground && { ground }) };
  };
  const fromMap = store.get(cameraAtom);
  let camera: Camera | null =
    fromMap && bounded(asAsked(fromMap, store.get(flyRequestAtom)?.target));
  const perPixelAt1 = () => (2 * Math.tan(FIELD_OF_VIEW / 2)) / Math.max(1, canvas.clientHeight);
  const sceneNow = (): SolidScene | null => {
    const picture = store.get(pictureAtom);
    if (!picture || !camera) return null;
    const { clientWidth: width, clientHeight: height } = canvas;
    const placed = placeCamera(camera, origin, size());
    const aspect = width / Math.max(1, height);
    // Dots and legend follow what is drawn.
    if (scene.coarseness() !== keptCoarseness) queueMicrotask(keep);
    return { ...picture, placed, aspect, perPixelAt1: perPixelAt1() };
  };
  let keptCoarseness = 1;
  const overlays: Overlay[] = [];
  const models = new PrimitiveCollection();
  const source = pieceSource(store);
  const scene = makeTwinScene(canvas, origin, sceneNow, source, onLost, (frame, ask, shadows) => {
    const view = { store, origin, frame, models, shadows, viewNow: sceneNow, ask };
    overlays.push(...twinOverlays.map((overlay) => overlay(view)));
    return overlays.map(({ primitive }) => primitive);
  });
  /** Decides the levels; a view with too much in it is drawn coarser than its pixels allow. */
  const detailNow = () => perPixelAt1() * scene.coarseness();
  onOpen({ scene: scene.scene, models, frame: scene.frame, origin, ask: scene.ask });
  const keep = () => {
    if (!camera) return;
    keptCoarseness = scene.coarseness();
    store.set(cameraAtom, camera);
    store.set(viewAreaAtom, areaInView(camera, origin, size()));
    const placed = placeCamera(camera, origin, size());
    store.set(eyeAtom, viewEyeOf(placed, detailNow(), origin));
    store.set(restingViewAtom, { placed, perPixelAt1: perPixelAt1() });
  };
  let pointer: PointerWatch | undefined;
  const show = (next: Camera, isAtRest: boolean) => {
    camera = next;
    scene.ask();
    pointer?.look();
    if (isAtRest) keep();
  };
  const room = keepRoom({
    canvas,
    origin,
    size,
    camera: () => camera,
    show: (next) => show(next, true),
    selected: () => store.get(openPlaceAtom),
  });
  const moves = userMoves({
    store,
    origin,
    size,
    levels: () => store.get(pictureAtom)?.levels ?? [],
    pieces: scene.pieces,
    perPixelAt1: detailNow,
  });
  /** A move that a button or a key of the map asked for. */
  const moveBy = (target: MoveTarget) => {
    if (!camera) return;
    room.moved();
    const at = [size().width / 2, size().height / 2] as const;
    const move: Move =
      "zoomBy" in target
        ? { kind: "zoom", by: target.zoomBy, at }
        : { kind: "turn", bearing: -camera.bearing, pitch: 0 };
    show(moves.after(camera, move), true);
  };
  const fly = () => {
    const request = store.get(flyRequestAtom);
    if (!request || store.get(flownAtom) === request.id || size().height === 0) return;
    store.set(flownAtom, request.id);
    if (isMove(request.target)) return moveBy(request.target);
    const from = camera ?? { centre: origin, zoom: 15, bearing: 0, pitch: FIRST_PITCH };
    show(cameraFor(request.target, from, origin, size(), room.covers()), true);
    room.went(request.target);
  };
  const begin = () => {
    if (size().height === 0) return;
    fly();
    if (camera) return;
    const bounds = store.get(plantBoundsAtom);
    const first = { centre: origin, zoom: 15, bearing: 0, pitch: FIRST_PITCH };
    if (!bounds) return;
    show(cameraFor({ bounds }, first, origin, size(), room.covers()), true);
    room.went({ bounds });
  };
  begin();
  keep();
  const photographer = twinPhotographer({
    canvas,
    origin,
    scene,
    camera: () => camera,
    show: (next) => show(next, true),
    fit: (bounds) => camera && show(cameraFor({ bounds }, camera, origin, size()), true),
    isLoading: areTilesWaiting,
  });
  store.set(photographerAtom, photographer);
  const toolCanvas = twinToolCanvas({
    store,
    origin,
    size,
    camera: () => camera,
    levels: () => store.get(pictureAtom)?.levels ?? [],
    pieces: scene.pieces,
    perPixelAt1: detailNow,
    showDraft,
  });
  pointer = watchPointer(canvas, {
    move(move) {
      if (!camera) return;
      room.moved();
      show(moves.after(camera, move), false);
    },
    rest() {
      moves.end();
      keep();
    },
    hover(pointer) {
      const held = tool();
      held?.move?.(pointer, toolCanvas);
      canvas.style.cursor = held?.cursorAt?.(toolCanvas) ?? held?.cursor ?? "default";
    },
    leave: () => tool()?.leave?.(toolCanvas),
    click(pointer) {
      const placed = sceneNow()?.placed;
      const screen = (point: Point3) => placed && (screenOf(placed, size(), point) ?? null);
      const isTaken = overlays.some(({ click }) => click?.(pointer.at, (at) => screen(at) ?? null));
      if (!isTaken) tool()?.click?.(pointer, toolCanvas);
    },
    drags(pointer) {
      const held = tool();
      return held?.dragsMap === false || held?.grabs?.(pointer, toolCanvas) === true;
    },
    key(event) {
      if (event.key === "Escape") tool()?.cancel?.(toolCanvas);
      const step = store.get(walkingAtom) ? stepOfKey(event.key) : null;
      if (!step || !camera) return tool()?.key?.(event, toolCanvas) === true;
      room.moved();
      show(moves.walk(camera, step), false);
      return true;
    },
    drag: (path, pointer) => tool()?.drag?.(path, pointer, toolCanvas),
    drop: (path, pointer) => tool()?.drop?.(path, pointer, toolCanvas),
    cancel: () => tool()?.cancel?.(toolCanvas),
  });
  const stops = [
    store.sub(pictureAtom, scene.ask),
    // Where they are tried again.
    store.sub(failedPiecesAtom, scene.ask),
    store.sub(flyRequestAtom, () => {
      const request = store.get(flyRequestAtom);
      if (request && !isMove(request.target)) store.set(walkingAtom, false);
      fly();
    }),
    store.sub(walkingAtom, () => {
      // The keys walk, and the button that began the walk has the focus.
      if (store.get(walkingAtom)) canvas.focus({ preventScroll: true });
      if (!camera) return;
      // A flight has its own camera.
      const request = store.get(flyRequestAtom);
      if (request && request.id !== store.get(flownAtom)) return;
      const change = store.get(walkingAtom) ? walkBegun : walkEnded;
      show(change(camera, origin, size()), true);
    }),
    // The address, and undo, may set another camera.
    store.sub(cameraAtom, () => {
      const next = store.get(cameraAtom);
      if (!next || next === camera) return;
      // The joystick walks too.
      const reached = camera && store.get(walkingAtom) ? moves.reach(camera, next) : next;
      const seen = bounded(reached);
      show(seen, seen !== next);
    }),
  ];
  const resized = new ResizeObserver(() => {
    begin();
    room.resized();
    scene.ask();
  });
  resized.observe(canvas);
  const lost = (event: Event) => {
    event.preventDefault();
    onLost("lost");
  };
  // As on the map.
  canvas.setAttribute("role", "region");
  canvas.addEventListener("webglcontextlost", lost);
  scene.ask();
  return () => {
    canvas.removeEventListener("webglcontextlost", lost);
    resized.disconnect();
    for (const stop of stops) stop();
    for (const overlay of overlays) overlay.stop();
    pointer?.stop();
    room.stop();
    if (camera && store.get(walkingAtom)) {
      const { bearing, pitch } = camera;
      const ended = walkEnded(camera, origin, size());
      // Back on the map, the camera has been turned as the map lay before.
      camera = store.get(spaceAtom) === null ? { ...ended, bearing, pitch } : ended;
      store.set(walkingAtom, false);
    }
    keep();
    store.set(eyeAtom, null);
    if (store.get(photographerAtom) === photographer) store.set(photographerAtom, null);
    scene.destroy();
    source.stop();
  };
}
