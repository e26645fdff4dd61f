// The plant's 3D models in 3D, where they stand, between the heights that the user has chosen. Each is an element of
// resium; see decisions/twin-view.md for what is not one.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  Cartesian3,
  Cesium3DTileStyle,
  ClippingPlane,
  ClippingPlaneCollection,
  Matrix4,
  Transforms,
  type Cesium3DTileset,
  type PrimitiveCollection,
  type Scene,
} from "cesium";
import { useAtomValue, useSetAtom } from "jotai";
import { CesiumContext, Cesium3DTileset as Tileset, Scene as SceneEvents } from "resium";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { standingOf } from "../../domain/model/model-frame.ts";
import type { PlantModel } from "../../domain/model/plant-model.ts";
import type { GroundSurface } from "../../domain/twin-view/ground-surface.ts";
import { groundAtom } from "../../state/map/ground.ts";
import {
  failedModelsAtom,
  modelCutAtom,
  modelsRaisedAtom,
  shownModelsAtom,
} from "../../state/map/plant-model.ts";
import { addressOfModel } from "./model-source.ts";

/** Pause between frames while tiles arrive. */
const LOADING_MS = 80;
/** Pixels by which a coarse tile may differ; Cesium's own default. */
const ERROR_PX = 16;
/** Bytes of tiles that are kept, and that one view may need. */
const CACHE_BYTES = 256 * 1024 ** 2;
const noEnvironment = { enabled: false };

export type ModelScene = {
  readonly scene: Scene;
  /** What the models are added to; the scene ends it. */
  readonly models: PrimitiveCollection;
  /** East, north, up at the origin to Cesium's fixed frame. */
  readonly frame: Matrix4;
  readonly origin: LonLat;
  /** Asks for another frame. */
  ask(): void;
};

export function PlantModels({ scene, models, frame, origin, ask }: ModelScene) {
  const shown = useAtomValue(shownModelsAtom);
  const [held] = useState(() => new Set<Cesium3DTileset>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const context = useMemo(() => ({ scene, primitiveCollection: models }), [scene, models]);
  // Before each frame: another one is asked for while tiles are on their way.
  const beforeFrame = useCallback(() => {
    let isLoading = false;
    for (const tileset of held) {
      if (turnPlanes(tileset, frame)) ask();
      if (!tileset.tilesLoaded) isLoading = true;
    }
    if (!isLoading || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      ask();
    }, LOADING_MS);
  }, [held, frame, ask]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A model that was hidden is gone from the next frame on.
  useEffect(ask, [ask, shown]);
  return (
    <CesiumContext.Provider value={context}>
      <SceneEvents onPreRender={beforeFrame} />
      {shown.models.map((model) => (
        <Model key={model.id} {...{ model, frame, origin, ask }} held={held} />
      ))}
    </CesiumContext.Provider>
  );
}

type ModelProps = Pick<ModelScene, "frame" | "origin" | "ask"> & {
  readonly model: PlantModel;
  readonly held: Set<Cesium3DTileset>;
};

function Model({ model, frame, origin, ask, held }: ModelProps) {
  const [tileset, setTileset] = useState<Cesium3DTileset | null>(null);
  const [clippingPlanes] = useState(
    () => new ClippingPlaneCollection({ unionClippingRegions: true, enabled: false }),
  );
  const raised = useAtomValue(modelsRaisedAtom);
  const ground = useAtomValue(groundAtom);
  const heights = useAtomValue(modelCutAtom);
  const { opacity } = useAtomValue(shownModelsAtom);
  const setFailed = useSetAtom(failedModelsAtom);
  const fail = () => setFailed((ids) => [...new Set([...ids, model.id])]);
  const modelMatrix = useMemo(
    () => standingIn(frame, model, raised, groundHeights(origin, ground)),
    [frame, origin, model, raised, ground],
  );
  const style = useMemo(
    () =>
      opacity < 1 ? new Cesium3DTileStyle({ color: `color('white', ${opacity})` }) : undefined,
    [opacity],
  );
  const latest = useRef({ modelMatrix, style });
  useEffect(() => {
    latest.current = { modelMatrix, style };
    cut(clippingPlanes, heights);
    ask();
  }, [modelMatrix, style, clippingPlanes, heights, ask]);
  useEffect(() => {
    if (!tileset) return undefined;
    held.add(tileset);
    ask();
    return () => void held.delete(tileset);
  }, [tileset, held, ask]);
  const ready = (opened: Cesium3DTileset) => {
    // resium forgets what has changed while it was loaded.
    Object.assign(opened, latest.current);
    setTileset(opened);
  };
  return (
    <Tileset
      url={addressOfModel(model)}
      modelMatrix={modelMatrix}
      style={style}
      clippingPlanes={clippingPlanes}
      maximumScreenSpaceError={ERROR_PX}
      cacheBytes={CACHE_BYTES}
      maximumCacheOverflowBytes={CACHE_BYTES}
      environmentMapOptions={noEnvironment}
      onReady={ready}
      onError={fail}
      onTileFailed={fail}
    />
  );
}

type Heights = Parameters<typeof standingOf>[2];

const groundHeights =
  (origin: LonLat, ground: GroundSurface | null): Heights =>
  (lon, lat) => {
    const [x, y] = planeAt(origin).toPlane(lon, lat);
    return [x, y, ground?.at(x, y) ?? 0];
  };

/** From the model to Cesium's fixed frame. */
function standingIn(
  frame: Matrix4,
  model: PlantModel,
  raised_m: number,
  heights: Heights,
): Matrix4 {
  const { matrix, own } = standingOf(model, raised_m, heights);
  const standing = Matrix4.multiply(frame, Matrix4.fromArray([...matrix]), new Matrix4());
  if (!own) return standing;
  const point = Cartesian3.fromDegrees(own.lon, own.lat, own.height_m);
  const there = Transforms.eastNorthUpToFixedFrame(point);
  Matrix4.inverseTransformation(there, there);
  return Matrix4.multiply(standing, there, standing);
}

function cut(
  planes: ClippingPlaneCollection,
  heights: readonly [lowest: number, highest: number] | null,
): void {
  planes.enabled = heights !== null;
  if (!heights) return;
  planes.removeAll();
  // What lies behind a plane, against its direction, is cut off.
  planes.add(new ClippingPlane(new Cartesian3(0, 0, 1), -heights[0]));
  planes.add(new ClippingPlane(new Cartesian3(0, 0, -1), heights[1]));
}

/** Cesium counts the heights from a frame of the tileset, which follows its place a frame later. True if it moved. */
function turnPlanes(tileset: Cesium3DTileset, frame: Matrix4): boolean {
  const { clippingPlanes, clippingPlanesOriginMatrix } = tileset;
  if (!clippingPlanes?.enabled) return false;
  const back = Matrix4.inverse(clippingPlanesOriginMatrix, new Matrix4());
  const toPlant = Matrix4.multiply(back, frame, new Matrix4());
  if (Matrix4.equals(toPlant, clippingPlanes.modelMatrix)) return false;
  clippingPlanes.modelMatrix = toPlant;
  return true;
}
