// Photos made small enough on the device, by the browser's own decoder and encoder, which work off the main thread.

/** Longest side in pixels, and quality, from the best down. */
const tries = [
  { side: 5000, quality: 0.9 },
  { side: 4000, quality: 0.88 },
  { side: 3200, quality: 0.85 },
  { side: 2400, quality: 0.82 },
  { side: 1600, quality: 0.8 },
] as const;

/**
 * The picture as an upright JPEG of at most `bytes`; rejects where the browser cannot decode it.
 * @param draw draws over it
 */
export async function shrunkJpeg(
  file: Blob,
  bytes: number,
  draw?: (pen: OffscreenCanvasRenderingContext2D) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    for (const { side, quality } of tries) {
      const scale = Math.min(1, side / Math.max(picture.width, picture.height));
      const width = Math.max(1, Math.round(picture.width * scale));
      const canvas = new OffscreenCanvas(width, Math.max(1, Math.round(picture.height * scale)));
      const context = canvas.getContext("2d");
      if (!context) break;
      context.imageSmoothingQuality = "high";
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      draw?.(context);
      const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
      if (blob.size <= bytes) return new Uint8Array(await blob.arrayBuffer());
    }
  } finally {
    picture.close();
  }
  throw new Error("the picture cannot be made small enough");
}
