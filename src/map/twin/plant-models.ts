// The plant's 3D models in 3D, where they stand, between the heights that the user has chosen.
import {
  Cartesian3,
  Cesium3DTileset,
  Cesium3DTileStyle,
  ClippingPlane,
  ClippingPlaneCollection,
  Matrix4,
  PrimitiveCollection,
  Transforms,
  type ScenePrimitive,
} from "cesium";
import { planeAt } from "../../domain/geometry/plane.ts";
import { standingOf } from "../../domain/model/model-frame.ts";
import type { PlantModel } from "../../domain/model/plant-model.ts";
import { groundAtom } from "../../state/map/ground.ts";
import {
  failedModelsAtom,
  modelCutAtom,
  modelsRaisedAtom,
  shownModelsAtom,
} from "../../state/map/plant-model.ts";
import { addressOfModel, takeRequests } from "./model-source.ts";
import type { TwinOverlay } from "./twin-overlay.ts";

/** Pause between frames while tiles arrive. */
const LOADING_MS = 80;
/** Pixels by which a coarse tile may differ; Cesium's own default. */
const ERROR_PX = 16;
/** Bytes of tiles that are kept, and that one view may need. */
const CACHE_BYTES = 256 * 1024 ** 2;

type Held = { readonly tileset: Cesium3DTileset | null };

export const plantModels: TwinOverlay = ({ store, origin, frame, ask }) => {
  takeRequests();
  const primitive = new PrimitiveCollection();
  const held = new Map<number, Held>();
  const { toPlane } = planeAt(origin);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  const arrange = (model: PlantModel, tileset: Cesium3DTileset) => {
    const { matrix, own } = standingOf(model, store.get(modelsRaisedAtom), (lon, lat) => {
      const [x, y] = toPlane(lon, lat);
      return [x, y, store.get(groundAtom)?.at(x, y) ?? 0];
    });
    const standing = Matrix4.multiply(frame, Matrix4.fromArray([...matrix]), new Matrix4());
    if (own) {
      const point = Cartesian3.fromDegrees(own.lon, own.lat, own.height_m);
      const there = Matrix4.inverseTransformation(
        Transforms.eastNorthUpToFixedFrame(point),
        new Matrix4(),
      );
      Matrix4.multiply(standing, there, standing);
    }
    tileset.modelMatrix = standing;
    const { opacity } = store.get(shownModelsAtom);
    if (opacity < 1) tileset.style = new Cesium3DTileStyle({ color: `color('white', ${opacity})` });
    else if (tileset.style) tileset.style = undefined;
    cut(tileset);
  };

  const cut = (tileset: Cesium3DTileset) => {
    const heights = store.get(modelCutAtom);
    if (heights) {
      const [lowest, highest] = heights;
      tileset.clippingPlanes ??= new ClippingPlaneCollection({ unionClippingRegions: true });
      tileset.clippingPlanes.removeAll();
      // What lies behind a plane, against its direction, is cut off.
      tileset.clippingPlanes.add(new ClippingPlane(new Cartesian3(0, 0, 1), -lowest));
      tileset.clippingPlanes.add(new ClippingPlane(new Cartesian3(0, 0, -1), highest));
    }
    if (tileset.clippingPlanes) tileset.clippingPlanes.enabled = heights !== null;
  };

  /** Cesium counts the heights from a frame of the tileset, which follows its place a frame later. */
  const turnPlanes = ({ clippingPlanes, clippingPlanesOriginMatrix }: Cesium3DTileset) => {
    if (!clippingPlanes?.enabled) return;
    const back = Matrix4.inverse(clippingPlanesOriginMatrix, new Matrix4());
    const toPlant = Matrix4.multiply(back, frame, new Matrix4());
    if (Matrix4.equals(toPlant, clippingPlanes.modelMatrix)) return;
    clippingPlanes.modelMatrix = toPlant;
    ask();
  };

  const fail = (id: number) => {
    if (!isEnded) store.set(failedModelsAtom, [...new Set([...store.get(failedModelsAtom), id])]);
  };

  const open = async (model: PlantModel) => {
    held.set(model.id, { tileset: null });
    try {
      const tileset = await Cesium3DTileset.fromUrl(addressOfModel(model), {
        maximumScreenSpaceError: ERROR_PX,
        cacheBytes: CACHE_BYTES,
        maximumCacheOverflowBytes: CACHE_BYTES,
        environmentMapOptions: { enabled: false },
      });
      if (isEnded || !held.has(model.id)) {
        tileset.destroy();
        return;
      }
      tileset.tileFailed.addEventListener(() => fail(model.id));
      held.set(model.id, { tileset });
      primitive.add(tileset);
      change();
    } catch {
      fail(model.id);
    }
  };

  const arrangeAll = () => {
    const { models } = store.get(shownModelsAtom);
    for (const [id, { tileset }] of held) {
      if (models.some((model) => model.id === id)) continue;
      if (tileset) primitive.remove(tileset);
      held.delete(id);
    }
    for (const model of models) {
      const known = held.get(model.id);
      if (!known) void open(model);
      else if (known.tileset) arrange(model, known.tileset);
    }
  };
  const change = () => {
    arrangeAll();
    ask();
  };

  /** Asks for frames while tiles are on their way. */
  const watch: ScenePrimitive = {
    update() {
      for (const { tileset } of held.values()) if (tileset) turnPlanes(tileset);
      const isLoading = [...held.values()].some(({ tileset }) => tileset && !tileset.tilesLoaded);
      if (!isLoading || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        ask();
      }, LOADING_MS);
    },
    isDestroyed: () => isEnded,
    destroy: () => void (isEnded = true),
  };
  primitive.add(watch);
  arrangeAll();
  const stops = [shownModelsAtom, modelsRaisedAtom, modelCutAtom, groundAtom].map((changed) =>
    store.sub(changed, change),
  );
  return {
    primitive,
    stop() {
      isEnded = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
};
