// Draws a map with its title, legend, scale bar, north arrow and attribution on one canvas, always in light
// colours: it is printed or put into a report.
import { scaleBar } from "./scale-bar.ts";
import {
  drawLegend,
  INK,
  measure,
  paint,
  SOFT,
  write,
  type Ink,
  type Place,
  type SheetLegend,
} from "./sheet-legend.ts";

export type SheetContent = SheetLegend & {
  readonly title: string;
  readonly subtitle: string;
  readonly north: string;
  /** Stands where a tilted view has no scale bar. */
  readonly tilted: string;
  readonly formatLength: (metres: number) => string;
};

export type SheetPicture = {
  readonly canvas: HTMLCanvasElement;
  readonly width: number;
  readonly height: number;
  readonly metresPerPixel: number;
  readonly bearing: number;
  /** Not seen from straight above: no scale holds for all of it. */
  readonly isTilted: boolean;
  readonly attribution: string;
};

/** The paper of a sheet in CSS pixels, and how many pixels of the canvas each has. */
export type SheetPaper = {
  readonly width: number;
  readonly height: number;
  readonly sharpness: number;
  readonly isUpright: boolean;
};

const LINE = "#c9ced6";
const PAPER = "#ffffff";
const HALO = "rgb(255 255 255 / 0.85)";
const MARGIN = 24;
const HEAD = 64;
const SIDE = 280;
/** A narrower map has the legend below. */
const BESIDE_FROM = 640;
/** A wider legend has its numbers too far from its names. */
const MOST_WIDE = 460;
/** Of the height of upright paper, what the legend has at most. */
const MOST_BELOW = 0.4;
/** Printers need about twice the pixels of a screen. */
const SHARPNESS = 2;
const SCALE_PIXELS = 140;

function inkOf(canvas: HTMLCanvasElement): Ink {
  const ink = canvas.getContext("2d");
  if (!ink) throw new Error("this browser has no canvas");
  return ink;
}

/** The size in CSS pixels of the map that a paper has room for, beside or above its legend. */
export function mapRoom(content: SheetContent, { width, height, isUpright }: SheetPaper) {
  const tall = height - HEAD - 2 * MARGIN;
  if (!isUpright) return { width: width - 3 * MARGIN - SIDE, height: tall };
  const wide = width - 2 * MARGIN;
  const scratch = inkOf(document.createElement("canvas"));
  const legend = drawLegend(scratch, content, [0, 0], Math.min(wide, MOST_WIDE));
  return { width: wide, height: Math.floor(tall - MARGIN - Math.min(legend, tall * MOST_BELOW)) };
}

/** @param paper without one the sheet is as large as the map and its legend need */
export function drawSheet(
  picture: SheetPicture,
  content: SheetContent,
  paper?: SheetPaper,
): HTMLCanvasElement {
  const isBeside = paper ? !paper.isUpright : picture.width >= BESIDE_FROM;
  const canvas = document.createElement("canvas");
  const ink = inkOf(canvas);
  const legendWidth = isBeside ? SIDE : Math.min(picture.width, MOST_WIDE);
  const legendHeight = drawLegend(ink, content, [0, 0], legendWidth);
  const below = isBeside ? 0 : legendHeight + MARGIN;
  const tall = isBeside ? Math.max(picture.height, legendHeight) : picture.height;
  const { width, height, sharpness } = paper ?? {
    width: picture.width + 2 * MARGIN + (isBeside ? SIDE + MARGIN : 0),
    height: HEAD + tall + below + 2 * MARGIN,
    sharpness: SHARPNESS,
  };
  canvas.width = Math.round(width * sharpness);
  canvas.height = Math.round(height * sharpness);
  ink.scale(sharpness, sharpness);
  ink.fillStyle = PAPER;
  ink.fillRect(0, 0, width, height);
  const room = width - 2 * MARGIN;
  write(ink, content.title, [MARGIN, MARGIN + 18], { size: 22, weight: 600, room });
  write(ink, content.subtitle, [MARGIN, MARGIN + 44], { size: 14, colour: SOFT, room });
  const top = HEAD + MARGIN;
  ink.drawImage(picture.canvas, MARGIN, top, picture.width, picture.height);
  ink.strokeStyle = LINE;
  ink.strokeRect(MARGIN, top, picture.width, picture.height);
  const foot: Place = [MARGIN + 12, top + picture.height - 16];
  if (picture.isTilted) drawTilted(ink, content, foot);
  else drawScale(ink, picture, content, foot);
  drawNorth(ink, picture.bearing, content.north, [MARGIN + picture.width - 32, top + 36]);
  drawAttribution(ink, picture, [MARGIN + picture.width - 6, top + picture.height - 7]);
  const [x, y] = isBeside
    ? [2 * MARGIN + picture.width, top]
    : [MARGIN, top + picture.height + MARGIN];
  // Paper has an end: a longer legend gets smaller.
  const shrink = Math.min(1, (height - MARGIN - y) / legendHeight);
  ink.translate(x, y);
  ink.scale(shrink, shrink);
  drawLegend(ink, content, [0, 0], legendWidth / shrink);
  return canvas;
}

function drawTilted(ink: Ink, { tilted }: SheetContent, [x, y]: Place): void {
  const { width } = measure(ink, tilted, 12);
  ink.fillStyle = HALO;
  ink.fillRect(x - 6, y - 16, width + 12, 24);
  write(ink, tilted, [x, y], { size: 12 });
}

function drawScale(ink: Ink, picture: SheetPicture, content: SheetContent, [x, y]: Place): void {
  const { metres, pixels } = scaleBar(picture.metresPerPixel, SCALE_PIXELS);
  const text = content.formatLength(metres);
  ink.fillStyle = HALO;
  ink.fillRect(x - 6, y - 24, pixels + 12, 32);
  ink.strokeStyle = INK;
  ink.lineWidth = 1.5;
  ink.beginPath();
  ink.moveTo(x, y - 6);
  ink.lineTo(x, y);
  ink.lineTo(x + pixels, y);
  ink.lineTo(x + pixels, y - 6);
  ink.stroke();
  ink.lineWidth = 1;
  write(ink, text, [x + pixels / 2, y - 8], { size: 12, align: "center" });
}

function drawNorth(ink: Ink, bearing: number, letter: string, [x, y]: Place): void {
  ink.save();
  ink.translate(x, y);
  ink.fillStyle = HALO;
  ink.beginPath();
  ink.arc(0, 0, 24, 0, 2 * Math.PI);
  ink.fill();
  ink.rotate((-bearing * Math.PI) / 180);
  ink.fillStyle = INK;
  paint(ink, new Path2D("M0-8 6 12 0 8-6 12z"));
  write(ink, letter, [0, -11], { size: 11, weight: 600, align: "center" });
  ink.restore();
}

function drawAttribution(ink: Ink, { attribution }: SheetPicture, [x, y]: Place): void {
  if (attribution === "") return;
  const { width } = measure(ink, attribution, 11);
  ink.fillStyle = HALO;
  ink.fillRect(x - width - 6, y - 12, width + 12, 18);
  write(ink, attribution, [x, y], { size: 11, colour: SOFT, align: "right" });
}
