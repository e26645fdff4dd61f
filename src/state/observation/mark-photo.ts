// A photo with its marks, as it is sent: what is hidden is gone from its pixels and from what cameras add to it.
import { shrunkJpeg } from "../../client/outbox/photo-shrink.ts";
import { limits } from "../../domain/limits.ts";
import { exifOf, uprightExif, withExif } from "../../domain/observation/photo-exif.ts";
import { arrowStrokes, hiddenTiles, type PhotoMark } from "../../domain/observation/photo-mark.ts";
import { withoutPictures } from "../../domain/observation/picture-free-exif.ts";
import { EXIF_BYTES } from "./prepare-photo.ts";

/** Parts of the longer side: the width of a stroke, and the height of letters. */
const STROKE = 1 / 250;
const LETTERS = 1 / 28;
const [INK, RIM] = ["#ffd400", "#000"];

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws the marks over the picture that the pen's canvas shows. Parts are hidden first: arrows and words stay readable. */
export function drawMarks(pen: Pen, marks: readonly PhotoMark[]): void {
  const { width, height } = pen.canvas;
  for (const mark of marks) if (mark.kind === "hidden") hide(pen, mark);
  const longest = Math.max(width, height);
  const stroke = Math.max(1.5, longest * STROKE);
  Object.assign(pen, { lineCap: "round", lineJoin: "round" });
  pen.font = `600 ${Math.round(longest * LETTERS)}px Inter, sans-serif`;
  pen.textBaseline = "middle";
  // A dark rim, so that a mark is seen on any ground.
  const inks = [
    [RIM, stroke * 2],
    [INK, stroke],
  ] as const;
  for (const mark of marks) {
    if (mark.kind === "hidden") continue;
    if (mark.kind === "text") {
      const [x, y] = [mark.from[0] * width, mark.from[1] * height];
      Object.assign(pen, { strokeStyle: RIM, lineWidth: stroke * 1.5, fillStyle: INK });
      pen.strokeText(mark.text, x, y);
      pen.fillText(mark.text, x, y);
      continue;
    }
    for (const [strokeStyle, lineWidth] of inks) {
      Object.assign(pen, { strokeStyle, lineWidth });
      for (const line of arrowStrokes(mark, width, height)) {
        pen.beginPath();
        line.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
        pen.stroke();
      }
    }
  }
}

/** Replaces a part by the mean colours of a few tiles. */
function hide(pen: Pen, mark: PhotoMark): void {
  const { x, y, width, height, across, down } = hiddenTiles(
    mark,
    pen.canvas.width,
    pen.canvas.height,
  );
  const pixels = pen.getImageData(x, y, width, height);
  const { data } = pixels;
  const tileOf = (at: number, length: number, tiles: number) =>
    Math.min(tiles - 1, Math.floor((at * tiles) / length));
  const sums = new Float64Array(across * down * 4);
  const each = (take: (pixel: number, tile: number) => void) => {
    for (let row = 0; row < height; row++) {
      const down0 = tileOf(row, height, down) * across;
      for (let column = 0; column < width; column++) {
        take((row * width + column) * 4, (down0 + tileOf(column, width, across)) * 4);
      }
    }
  };
  each((pixel, tile) => {
    for (let i = 0; i < 3; i++) sums[tile + i]! += data[pixel + i]!;
    sums[tile + 3]! += 1;
  });
  each((pixel, tile) => {
    for (let i = 0; i < 3; i++) data[pixel + i] = sums[tile + i]! / sums[tile + 3]!;
  });
  pen.putImageData(pixels, x, y);
}

/**
 * The photo with its marks. It keeps its time and place, and loses the small pictures of the camera.
 * Rejects where the browser cannot decode it.
 */
export async function markedPhoto(file: File, marks: readonly PhotoMark[]): Promise<File> {
  const given = new Uint8Array(await file.arrayBuffer());
  const own = file.type === "image/jpeg" ? exifOf(given) : null;
  const bytes = await shrunkJpeg(file, limits.imageBytes - EXIF_BYTES, (pen) =>
    drawMarks(pen, marks),
  );
  const exif = own && withoutPictures(uprightExif(own));
  const body = exif && exif.length > 0 ? withExif(bytes, exif) : bytes;
  const name = file.name.replace(/\.(png|webp)$/i, ".jpg");
  return new File([new Uint8Array(body)], name, {
    type: "image/jpeg",
    lastModified: file.lastModified,
  });
}

/** The upright picture, no larger than `longest` pixels. Rejects where the browser cannot decode it. */
export async function uprightPicture(file: File, longest: number): Promise<ImageBitmap> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = longest / Math.max(picture.width, picture.height);
  if (scale >= 1) return picture;
  try {
    return await createImageBitmap(picture, {
      resizeWidth: Math.max(1, Math.round(picture.width * scale)),
      resizeHeight: Math.max(1, Math.round(picture.height * scale)),
      resizeQuality: "high",
    });
  } finally {
    picture.close();
  }
}
