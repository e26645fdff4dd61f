// The legend of a printed map, and how texts are written on its sheet.
import { markShapes, type MarkSymbol } from "../chart/severity-mark.tsx";

export type SheetRow = {
  readonly symbol: MarkSymbol;
  readonly colour: string;
  readonly name: string;
  /** Shown at the end of the line. */
  readonly value: string;
  /** Not drawn on the map, by a filter: its mark is empty and its name is crossed out. */
  readonly isHidden?: boolean;
};

export type SheetRamp = {
  /** What the colours mean; null where the title of the legend says it. */
  readonly title: string | null;
  /** From the low to the high end. */
  readonly colours: readonly string[];
  /** The texts of both ends. */
  readonly ends: readonly [low: string, high: string];
};

export type SheetLegend = {
  readonly legendTitle: string;
  readonly rows: readonly SheetRow[];
  readonly ramps: readonly SheetRamp[];
  /** Lines below the legend. */
  readonly notes: readonly string[];
};

export const INK = "#171b22";
export const SOFT = "#505a69";
const FONT = '"Inter", system-ui, sans-serif';
const LEADING = 18;
const ROW = 26;

export type Ink = CanvasRenderingContext2D;
export type Place = readonly [x: number, y: number];
type Style = {
  readonly size?: number;
  readonly weight?: number;
  readonly colour?: string;
  readonly align?: CanvasTextAlign;
  /** Longer text is squeezed into this width. */
  readonly room?: number;
};

export function write(ink: Ink, text: string, [x, y]: Place, style: Style = {}): void {
  const { size = 13, weight = 400, colour = INK, align = "left", room } = style;
  ink.font = `${weight} ${size}px ${FONT}`;
  ink.fillStyle = colour;
  ink.textAlign = align;
  ink.fillText(text, x, y, room);
}

/** The width of a text in this size. */
export function measure(ink: Ink, text: string, size: number): TextMetrics {
  ink.font = `400 ${size}px ${FONT}`;
  return ink.measureText(text);
}

/** Fills a path that lies within 16 pixels of the origin. */
export function paint(ink: Ink, path: Path2D): void {
  ink.save();
  ink.clip(path);
  ink.fillRect(-16, -16, 32, 32);
  ink.restore();
}

/** Answers the height. */
export function drawLegend(ink: Ink, content: SheetLegend, [x, y]: Place, width: number): number {
  let at = y + 14;
  for (const line of lines(ink, content.legendTitle, width, 600)) {
    write(ink, line, [x, at], { weight: 600 });
    at += LEADING;
  }
  for (const ramp of content.ramps) {
    for (const line of ramp.title === null ? [] : lines(ink, ramp.title, width)) {
      write(ink, line, [x, at], { size: 12, colour: SOFT });
      at += LEADING;
    }
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
    if (!row.isHidden) paint(ink, mark);
    ink.stroke(mark);
    ink.restore();
    ink.font = `400 13px ${FONT}`;
    const taken = ink.measureText(row.value).width + 36;
    const named = Math.min(ink.measureText(row.name).width, width - taken);
    const colour = row.isHidden ? SOFT : INK;
    write(ink, row.name, [x + 24, at + 6], { room: width - taken, colour });
    if (row.isHidden) ink.fillRect(x + 24, at + 1, named, 1);
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
