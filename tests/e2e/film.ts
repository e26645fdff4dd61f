// What the camera of a browser shows in a journey.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { create } from "qrcode";

/** A film of one picture: a QR code on a white sheet. */
export async function film(folder: string, text: string): Promise<string> {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const [width, height, cell] = [640, 480, Math.floor(400 / (size + 8))];
  const light = Buffer.alloc(width * height, 235);
  const [left, top] = [(width - size * cell) >> 1, (height - size * cell) >> 1];
  for (let y = 0; y < size * cell; y += 1) {
    for (let x = 0; x < size * cell; x += 1) {
      const isDark = data[Math.floor(y / cell) * size + Math.floor(x / cell)];
      if (isDark) light[(top + y) * width + left + x] = 16;
    }
  }
  const frame = [Buffer.from("FRAME\n"), light, Buffer.alloc((width * height) / 2, 128)];
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  const file = join(folder, "code.y4m");
  await writeFile(file, Buffer.concat([head, ...frame, ...frame]));
  return file;
}
