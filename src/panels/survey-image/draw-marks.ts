// A picture as a file with all that is drawn over it: colours, the outline of the place, measurements, marks.
import type { Annotation } from "../../domain/image/annotation.ts";
import type { Picture } from "../../domain/image/look.ts";
import type { Grid, Measure } from "../../domain/image/measure.ts";
import { paintGrid, type Paint } from "./paint-grid.ts";

export type Drawing = {
  readonly picture: Picture;
  /** An object URL. */
  readonly url: string;
  /** Null where the picture keeps its own colours. */
  readonly painted: { readonly grid: Grid; readonly paint: Paint } | null;
  /** In pixels of `grid`, if there is one. */
  readonly measures: readonly Measure[];
  readonly grid: Grid | null;
  readonly annotations: readonly Pick<Annotation, "kind" | "points" | "text">[];
};

/** Part of the longer side that a stroke is wide, and letters are high. */
const STROKE = 1 / 400;
const LETTERS = 1 / 45;
const inks = { outline: "#fff", measure: "#fff", mark: "#ffd400" } as const;

type Point = readonly [number, number];

/** A PNG of the picture's own size. Rejects where the picture cannot be decoded. */
export async function pictureWithMarks(drawing: Drawing): Promise<Blob> {
  const { picture, url, painted, measures, grid, annotations } = drawing;
  const image = new Image();
  image.src = url;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas to draw on");
  pen.drawImage(image, 0, 0);
  if (painted) {
    const layer = new OffscreenCanvas(painted.grid.width, painted.grid.height);
    layer.getContext("2d")?.putImageData(paintGrid(painted.grid, painted.paint), 0, 0);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(layer, 0, 0, width, height);
  }
  const size = Math.max(width, height);
  pen.lineWidth = Math.max(1.5, size * STROKE);
  pen.font = `600 ${Math.round(size * LETTERS)}px Inter, sans-serif`;
  const draw = drawerOn(pen, size);
  const [across, down] = [width / picture.width, height / picture.height];
  const onPicture = ([x, y]: Point): Point => [x * across, y * down];
  if (picture.outline.length >= 3) draw(picture.outline.map(onPicture), inks.outline, "", true);
  const [wide, high] = [width / (grid?.width ?? width), height / (grid?.height ?? height)];
  measures.forEach(({ kind, from, to }, index) => {
    const [a, b] = [from, to].map(([x, y]): Point => [x * wide, y * high]) as [Point, Point];
    const points = kind === "area" ? boxOf(a, b) : kind === "line" ? [a, b] : [a];
    draw(points, inks.measure, String(index + 1), kind === "area");
  });
  annotations.forEach(({ kind, points, text }, index) => {
    const at = points.map(onPicture);
    const shape = kind === "box" ? boxOf(at[0]!, at[1] ?? at[0]!) : at;
    draw(shape, inks.mark, `N${index + 1} ${text}`.trim(), kind !== "text");
  });
  return canvas.convertToBlob({ type: "image/png" });
}

function boxOf([x0, y0]: Point, [x1, y1]: Point): Point[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

/** Draws a shape with a dark rim, so that it is seen on any ground, and words at its upper left corner. */
function drawerOn(pen: OffscreenCanvasRenderingContext2D, size: number) {
  return (points: readonly Point[], ink: string, words: string, isClosed: boolean): void => {
    const [first] = points;
    if (!first) return;
    pen.beginPath();
    if (points.length === 1) pen.arc(first[0], first[1], size / 100, 0, 2 * Math.PI);
    else points.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    if (isClosed) pen.closePath();
    const left = Math.min(...points.map(([x]) => x));
    const top = Math.min(...points.map(([, y]) => y)) - size / 150;
    const { lineWidth } = pen;
    for (const [colour, width] of [
      ["#000", lineWidth * 2],
      [ink, lineWidth],
    ] as const) {
      Object.assign(pen, { strokeStyle: colour, lineWidth: width });
      pen.stroke();
    }
    if (words === "") return;
    pen.strokeStyle = "#000";
    pen.strokeText(words, left, top);
    pen.fillStyle = ink;
    pen.fillText(words, left, top);
    pen.lineWidth = lineWidth;
  };
}
