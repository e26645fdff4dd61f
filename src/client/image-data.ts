// Pictures as addresses and as pixels.

/** Drawn no larger than this to be looked at. */
const mostPixels = 40_000;

/** The bytes as an address of their own, `data:…;base64,…`. */
export function dataAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable picture")));
    reader.readAsDataURL(picture);
  });
}

/** Red, green, blue and opacity per pixel, 0 to 255, of the picture drawn small. */
export async function pixelsOf(picture: Blob): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(picture);
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
