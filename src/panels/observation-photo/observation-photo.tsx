// The photo in full size, once one is opened.
import { useAtomValue } from "jotai";
import { limits } from "../../domain/limits.ts";
import { openPhotoAtom } from "../../state/observation/open-photo.ts";
import { chunk } from "../../ui/chunk.tsx";

const PhotoLightbox = chunk(
  async () => (await import("./photo-lightbox.tsx")).PhotoLightbox,
  limits.chunkLoadMs,
);

export function ObservationPhoto() {
  return useAtomValue(openPhotoAtom) ? <PhotoLightbox /> : null;
}
