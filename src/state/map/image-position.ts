// Where the images of the analysis looked at were taken.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { analysisIdAtom } from "../plant/analysis.ts";
import { follow, type Store } from "../shell/follow.ts";
import { perPlant } from "../shell/lifetime.ts";

export type ImagePosition = {
  readonly id: number;
  readonly kind: "thermal" | "rgb";
  /** Degrees, EPSG:4326. */
  readonly lon: number;
  readonly lat: number;
};

export const imagePositionsAtom = perPlant<readonly ImagePosition[]>([]);

/** Keeps the positions those of the analysis looked at; answers how to end it. */
export function followImagePositions(store: Store): () => void {
  return follow(store, analysisIdAtom, async (id, signal) => {
    store.set(imagePositionsAtom, []);
    if (id === null) return;
    // Without the positions the layer has nothing to draw, and says so; the rest of the map stands.
    const images = await call(api.analysisResult.images, { params: { id } }, { signal }).catch(
      () => [],
    );
    if (signal.aborted) return;
    store.set(
      imagePositionsAtom,
      images.flatMap(({ id: image, kind, lon, lat }) =>
        lon === null || lat === null ? [] : [{ id: image, kind, lon, lat }],
      ),
    );
  });
}
