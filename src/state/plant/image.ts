// Pictures of components: fetched with the session, kept as object URLs while they are likely wanted.
import { api } from "../../api/index.ts";
import { callBytes } from "../../client/call.ts";
import { heldByPlant } from "../shell/lifetime.ts";

const MOST_KEPT = 60;
const images = heldByPlant(({ signal }) => {
  const kept = new Map<string, Promise<string>>();
  signal.addEventListener("abort", () => kept.forEach(giveUp), { once: true });
  return kept;
});

/** An object URL of a picture; rejects with the refusal. The oldest ones are given up. */
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
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) {
    giveUp(kept.get(oldest)!);
    kept.delete(oldest);
  }
  return url;
}

function giveUp(image: Promise<string>): void {
  void image.then(URL.revokeObjectURL, () => undefined);
}
