// Images of components: which there are, and their files, cached as object URLs.
import { atom } from "jotai";
import { LRUCache } from "lru-cache";
import { api } from "../../../api/index.ts";
import { call, callBytes } from "../../../client/call.ts";
import type { ResultImage } from "../../../domain/analysis/analysis-result.ts";
import { fetchOnce } from "../../shell/query.ts";
import { perPlantValue } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

/** The images of the current analysis. */
export const imagesAtom = plantQueryOf((_plant, get) => {
  const id = get(analysisIdAtom);
  if (id === null) return null;
  return {
    key: plantKey("images", id),
    ask: (options) => call(api.analysisResult.images, { params: { id } }, options),
  };
});

const noImages: readonly ResultImage[] = [];

/** A function that returns the images of a component of the current analysis. */
export const imagesOfAtom = atom((get) => {
  const byId = Map.groupBy(valueOf(get(imagesAtom)) ?? noImages, ({ dt_id }) => dt_id);
  return (dt_id: string): readonly ResultImage[] => byId.get(dt_id) ?? noImages;
});

const MOST_KEPT = 60;
const images = perPlantValue(({ signal }) => {
  const kept = new LRUCache<string, Promise<string>>({ max: MOST_KEPT, dispose: giveUp });
  signal.addEventListener("abort", () => kept.clear(), { once: true });
  return kept;
});

/** An object URL of an image. Rejects with the refusal. The least recently used URLs are revoked. */
export function imageUrl(
  analysis_id: number,
  image_id: number,
  size: "full" | "thumb",
): Promise<string> {
  const kept = images();
  const key = `${analysis_id} ${image_id} ${size}`;
  const known = kept.get(key);
  if (known) return known;
  const params = { id: analysis_id, image_id, size };
  const file = fetchOnce({
    key: ["image-file", key],
    ask: (options) => callBytes(api.analysisResult.imageFile, { params }, options),
  });
  const url = file.then((blob) => URL.createObjectURL(blob));
  kept.set(key, url);
  url.catch(() => kept.delete(key));
  return url;
}

function giveUp(image: Promise<string>): void {
  void image.then(URL.revokeObjectURL, () => undefined);
}
