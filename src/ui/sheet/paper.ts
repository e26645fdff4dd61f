// Paper that a map is printed on: its size, its pixels, and the scale.

/** Width and height in millimetres, lying (ISO 216; ANSI A for letter). */
const sizes = {
  letter: [279.4, 215.9],
  a4: [297, 210],
  a3: [420, 297],
  a2: [594, 420],
} as const;

export type PaperSize = keyof typeof sizes;
export const paperSizes = Object.keys(sizes) as PaperSize[];

export type Paper = { readonly size: PaperSize; readonly isUpright: boolean };

/** Scales that are offered: 1 to this number. */
export const scales = [200, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 25_000, 50_000] as const;

const MM_PER_INCH = 25.4;
/** CSS pixels per inch, by definition. */
const CSS_PER_INCH = 96;
/** What printers resolve of a picture, and what a renderer without a graphics card draws in a few seconds. */
const PRINT_DPI = 300;
const SOFTWARE_DPI = 150;
/** Pixels of the longer side that every graphics card draws. */
const MOST_PIXELS = 4096;

/** Width and height in millimetres. */
export function paperMm({ size, isUpright }: Paper): readonly [width: number, height: number] {
  const [long, short] = sizes[size];
  return isUpright ? [short, long] : [long, short];
}

/** Width and height in CSS pixels. */
export function paperPixels(paper: Paper): { readonly width: number; readonly height: number } {
  const [width = 0, height = 0] = paperMm(paper).map((mm) =>
    Math.round((mm / MM_PER_INCH) * CSS_PER_INCH),
  );
  return { width, height };
}

/** Dots per inch in which the paper is drawn: fewer on large paper, and without a graphics card. */
export function dotsPerInch({ size }: Paper, hasCard: boolean): number {
  const longInches = sizes[size][0] / MM_PER_INCH;
  return Math.floor(Math.min(hasCard ? PRINT_DPI : SOFTWARE_DPI, MOST_PIXELS / longInches));
}

/** Pixels of the picture per CSS pixel. */
export const sharpnessOf = (dpi: number): number => dpi / CSS_PER_INCH;

/** Metres on the ground per CSS pixel at a scale of 1 to `scale`. */
export function metresPerPixelAt(scale: number): number {
  return (scale * MM_PER_INCH) / 1000 / CSS_PER_INCH;
}

/** 1 to what, at so many metres on the ground per CSS pixel. */
export function scaleAt(metresPerPixel: number): number {
  return (metresPerPixel * CSS_PER_INCH * 1000) / MM_PER_INCH;
}
