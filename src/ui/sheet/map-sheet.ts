// Draws a map with its title, legend, scale bar, north arrow and attribution on one canvas, always in light
// colours: it is printed or put into a report.
import { markShapes, type MarkSymbol } from "../chart/severity-mark.tsx";
import { scaleBar } from "./scale-bar.ts";

export type SheetRow = {
  readonly symbol: MarkSymbol;
  readonly colour: string;
  readonly name: string;
  /** Shown at the end of the line. */
  readonly value: string;
};

export type SheetContent = {
  readonly title: string;
  readonly subtitle: string;
  readonly legendTitle: string;
  readonly rows: readonly SheetRow[];
  /** Colours from the low to the high end of a ramp, and the texts of both ends. */
  readonly ramp: {
    readonly colours: readonly string[];
    readonly ends: readonly [string, string];
  } | null;
  /** Lines below the legend. */
  readonly notes: readonly string[];
  readonly north: string;
  readonly formatLength: (metres: number) => string;
};

export type SheetPicture = {
  readonly canvas: HTMLCanvasElement;
  readonly width: number;
  readonly height: number;
  readonly metresPerPixel: number;
  readonly bearing: number;
  readonly attribution: string;
};

const INK = "#171b22";
const SOFT = "#505a69";
const LINE = "#c9ced6";
const PAPER = "#ffffff";
const HALO = "rgb(255 255 255 / 0.85)";
const FONT = '"Inter", system-ui, sans-serif';
const MARGIN = 24;
const HEAD = 64;
const SIDE = 280;
const LEADING = 18;
const ROW = 26;
/** A narrower map has the legend below. */
const BESIDE_FROM = 640;
/** Printers need about twice the pixels of a screen. */
const SHARPNESS = 2;
const SCALE_PIXELS = 140;

export function drawSheet(picture: SheetPicture, content: SheetContent): HTMLCanvasElement {
  const isBeside = picture.width >= BESIDE_FROM;
  const canvas = document.createElement("canvas");
  const ink = canvas.getContext("2d");
  if (!ink) throw new Error("this browser has no canvas");
  const legendWidth = isBeside ? SIDE : picture.width;
  const legendHeight = drawLegend(ink, content, [0, 0], legendWidth);
  const width = picture.width + 2 * MARGIN + (isBeside ? SIDE + MARGIN : 0);
  const below = isBeside ? 0 : legendHeight + MARGIN;
  const tall = isBeside ? Math.max(picture.height, legendHeight) : picture.height;
  const height = HEAD + tall + below + 2 * MARGIN;
  canvas.width = Math.round(width * SHARPNESS);
  canvas.height = Math.round(height * SHARPNESS);
  ink.scale(SHARPNESS, SHARPNESS);
  ink.fillStyle = PAPER;
  ink.fillRect(0, 0, width, height);
  const room = width - 2 * MARGIN;
  write(ink, content.title, [MARGIN, MARGIN + 18], { size: 22, weight: 600, room });
  write(ink, content.subtitle, [MARGIN, MARGIN + 44], { size: 14, colour: SOFT, room });
  const top = HEAD + MARGIN;
  ink.drawImage(picture.canvas, MARGIN, top, picture.width, picture.height);
  ink.strokeStyle = LINE;
  ink.strokeRect(MARGIN, top, picture.width, picture.height);
  drawScale(ink, picture, content, [MARGIN + 12, top + picture.height - 16]);
  drawNorth(ink, picture.bearing, content.north, [MARGIN + picture.width - 32, top + 36]);
  drawAttribution(ink, picture, [MARGIN + picture.width - 6, top + picture.height - 7]);
  const legendAt = isBeside
    ? ([2 * MARGIN + picture.width, top] as const)
    : ([MARGIN, top + picture.height + MARGIN] as const);
  drawLegend(ink, content, legendAt, legendWidth);
  return canvas;
}

type Ink = CanvasRenderingContext2D;
type Place = readonly [x: number, y: number];
type Style = {
  readonly size?: number;
  readonly weight?: number;
  readonly colour?: string;
  readonly align?: CanvasTextAlign;
  /** Longer text is squeezed into this width. */
  readonly room?: number;
};

function write(ink: Ink, text: string, [x, y]: Place, style: Style = {}): void {
  const { size = 13, weight = 400, colour = INK, align = "left", room } = style;
  ink.font = `${weight} ${size}px ${FONT}`;
  ink.fillStyle = colour;
  ink.textAlign = align;
  ink.fillText(text, x, y, room);
}

/** Fills a path that lies within 16 pixels of the origin. */
function paint(ink: Ink, path: Path2D): void {
  ink.save();
  ink.clip(path);
  ink.fillRect(-16, -16, 32, 32);
  ink.restore();
}

/** Answers the height. */
function drawLegend(ink: Ink, content: SheetContent, [x, y]: Place, width: number): number {
  let at = y + 14;
  for (const line of lines(ink, content.legendTitle, width, 600)) {
    write(ink, line, [x, at], { weight: 600 });
    at += LEADING;
  }
  const { ramp } = content;
  if (ramp) {
    const gradient = ink.createLinearGradient(x, 0, x + width, 0);
    ramp.colours.forEach((colour, place) =>
      gradient.addColorStop(place / Math.max(1, ramp.colours.length - 1), colour),
    );
    ink.fillStyle = gradient;
    ink.fillRect(x, at - 8, width, 12);
    write(ink, ramp.ends[0], [x, at + 20], { size: 12, colour: SOFT });
    write(ink, ramp.ends[1], [x + width, at + 20], { size: 12, colour: SOFT, align: "right" });
    at += ROW + LEADING;
  }
  for (const row of content.rows) {
    ink.save();
    ink.translate(x, at - 7);
    ink.fillStyle = row.colour;
    ink.strokeStyle = SOFT;
    const mark = new Path2D(markShapes[row.symbol]);
    paint(ink, mark);
    ink.stroke(mark);
    ink.restore();
    ink.font = `400 13px ${FONT}`;
    const taken = ink.measureText(row.value).width + 36;
    write(ink, row.name, [x + 24, at + 6], { room: width - taken });
    write(ink, row.value, [x + width, at + 6], { colour: SOFT, align: "right" });
    at += ROW;
  }
  at += 6;
  for (const note of content.notes) {
    for (const line of lines(ink, note, width)) {
      write(ink, line, [x, at + 6], { size: 12, colour: SOFT });
      at += LEADING;
    }
  }
  return at - y;
}

/** Breaks a text at its spaces. */
function lines(ink: Ink, text: string, width: number, weight = 400): string[] {
  ink.font = `${weight} 13px ${FONT}`;
  const broken: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && ink.measureText(longer).width > width) {
      broken.push(line);
      line = word;
    } else line = longer;
  }
  return [...broken, line];
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
  ink.font = `400 11px ${FONT}`;
  const { width } = ink.measureText(attribution);
  ink.fillStyle = HALO;
  ink.fillRect(x - width - 6, y - 12, width + 12, 18);
  write(ink, attribution, [x, y], { size: 11, colour: SOFT, align: "right" });
}
