// Images of components: fetched with the session and cached as object URLs.
import { LRUCache } from "lru-cache";
import { api } from "../../api/index.ts";
import { callBytes } from "../../client/call.ts";
import { heldByPlant } from "../shell/lifetime.ts";

const MOST_KEPT = 60;
const images = heldByPlant(({ signal }) => {
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
  const url = callBytes(api.analysisResult.imageFile, { params }).then((blob) =>
    URL.createObjectURL(blob),
  );
  kept.set(key, url);
  url.catch(() => kept.delete(key));
  return url;
}

function giveUp(image: Promise<string>): void {
  void image.then(URL.revokeObjectURL, () => undefined);
}
