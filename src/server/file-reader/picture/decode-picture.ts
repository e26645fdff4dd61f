// Decodes a picture into its size as displayed, its metadata and a thumbnail.
import type { Sharp } from "sharp";

/** Longest side of a thumbnail. */
const THUMB_PX = 320;

/** @param open opens the picture again each time */
export async function decodePicture(open: () => Sharp) {
  const metadata = await open().metadata();
  const thumb = await open()
    .rotate()
    .resize(THUMB_PX, THUMB_PX, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 78 })
    .toBuffer();
  const isTurned = (metadata.orientation ?? 1) >= 5;
  return {
    metadata,
    width: isTurned ? metadata.height : metadata.width,
    height: isTurned ? metadata.width : metadata.height,
    thumb,
  };
}
