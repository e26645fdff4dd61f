// Images as data URLs and as pixels.

/** Images are scaled down to this many pixels. */
const mostPixels = 40_000;

/** The image as a data URL, `data:…;base64,…`. Rejects where it cannot be read. */
export function dataAddress(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable image")));
    reader.readAsDataURL(image);
  });
}

/** Red, green, blue and opacity per pixel, 0 to 255, of the image scaled down. Rejects where it cannot be decoded. */
export async function pixelsOf(image: Blob): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(image);
  const scale = Math.min(1, Math.sqrt(mostPixels / (bitmap.width * bitmap.height)));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to draw on");
  pen.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return pen.getImageData(0, 0, width, height).data;
}
