// The colours of the product, each once: surfaces, severities, the map. ui/tokens.css has the same
// surfaces for style sheets; a test holds the two together.
import type { DifferenceClass } from "../column/difference.ts";
import type { Severity } from "../key-figure/key-figure-shape.ts";
import { rgbOf, type Rgba } from "./colour.ts";

export const colourSchemes = ["light", "dark"] as const;
export type ColourScheme = (typeof colourSchemes)[number];
type ByScheme<T> = Readonly<Record<ColourScheme, T>>;

/** The product's own colour, where no customer's stands. */
export const productColour = "#0b63c4";

/** What text and lines stand on. */
export const surfaces = {
  light: {
    "--surface": "#ffffff",
    "--surface-raised": "#ffffff",
    "--surface-sunken": "#f5f6f8",
    "--canvas": "#eef0f3",
    "--hover": "#f0f2f5",
  },
  dark: {
    "--surface": "#14171c",
    "--surface-raised": "#1b1f26",
    "--surface-sunken": "#0f1216",
    "--canvas": "#0b0d10",
    "--hover": "#20252d",
  },
} as const satisfies ByScheme<unknown>;

/** What else a piece of page in one theme needs, whatever the page around it has. */
export const grounds = {
  light: {
    "--text": "#171b22",
    "--text-soft": "#505a69",
    "--line": "#e2e5ea",
    "--pressed": "#e4e7ec",
  },
  dark: {
    "--text": "#e9ecf1",
    "--text-soft": "#a7b0bd",
    "--line": "#272c35",
    "--pressed": "#2a303a",
  },
} as const satisfies ByScheme<unknown>;

/**
 * Blue to yellow to orange to purple-red, apart for red-green and blue-yellow blindness, and with
 * at least 1.45 : 1 contrast (WCAG) between any two, so that a grey print still tells them apart.
 */
export const severityColours: ByScheme<Readonly<Record<Severity, string>>> = {
  light: { 0: "#cfe3ec", 1: "#eaaa1b", 2: "#cf5b16", 3: "#7d0f3f" },
  dark: { 0: "#2f5f78", 1: "#ffd84d", 2: "#f58634", 3: "#e0315f" },
};

/** Orange and blue stay apart in all kinds of colour blindness; same and unknown are greys. */
export const differenceColours: ByScheme<Readonly<Record<DifferenceClass, string>>> = {
  light: {
    worse: severityColours.light[2],
    same: "#dfe3e8",
    better: "#2b7bba",
    unknown: "#9aa3ad",
  },
  dark: { worse: severityColours.dark[2], same: "#39434e", better: "#5aa7ff", unknown: "#6b7480" },
};

/** Classes that are no judgement; P. Tol's bright scheme (SRON/EPS/TN/09-002), colour-blind safe. */
export const plainColours = ["#bbbbbb", "#4477aa", "#ccbb44", "#aa3377", "#66ccee", "#228833"];

/** What new ranges of a property of a customer's own are offered, in turn. */
export const rangeColours = ["#2f9e5b", "#e0b000", "#e8762d", "#c92a2a", "#6741d9", "#1c7ed6"];

/** The shipped base map. */
export const baseMapColours = {
  light: { water: "#dce6ee", land: "#f4f3ef", coast: "#b9c6d1", border: "#c9c5bb" },
  dark: { water: "#0c1218", land: "#171d24", coast: "#2c3a47", border: "#2f3740" },
} as const satisfies ByScheme<unknown>;

const withOpacity = (hex: string, opacity: number): Rgba => [...rgbOf(hex), opacity];

export type MapInk =
  | "text"
  | "halo"
  | "ring"
  | "component"
  | "missing"
  | "outline"
  | "area"
  | "blueprint"
  | "blueprint_area";

/** What the map's layers draw with. */
export const mapInks: ByScheme<Readonly<Record<MapInk, Rgba>>> = {
  light: {
    text: withOpacity("#111827", 255),
    /** Around text, so that it reads on any colour. */
    halo: withOpacity("#ffffff", 230),
    /** Around what is selected. */
    ring: withOpacity("#111827", 255),
    /** A component without a key figure, and one without a value. */
    component: withOpacity("#94a0b0", 235),
    missing: withOpacity("#b0b8c2", 150),
    /** The plant's outline and what it encloses. */
    outline: withOpacity("#3c4858", 200),
    area: withOpacity("#3c4858", 14),
    blueprint: withOpacity("#7030a0", 235),
    blueprint_area: withOpacity("#7030a0", 10),
  },
  dark: {
    text: withOpacity("#f0f4fa", 255),
    halo: withOpacity("#0a0e14", 230),
    ring: withOpacity("#ffffff", 255),
    component: withOpacity("#5c6a7c", 235),
    missing: withOpacity("#545e6a", 150),
    outline: withOpacity("#b2becd", 190),
    area: withOpacity("#b2becd", 12),
    blueprint: withOpacity("#c9a0f0", 235),
    blueprint_area: withOpacity("#c9a0f0", 12),
  },
};

/** What the map draws with in both themes. */
export const signalInks = {
  /** Around the open component, and around the one below the pointer. */
  open: withOpacity("#ffb300", 255),
  hover: withOpacity("#ffd60a", 255),
  /** Where a layer of components names no other colour. */
  select: withOpacity("#ffffff", 255),
  missing: withOpacity("#80868b", 160),
  thermal_image: withOpacity("#e0522e", 230),
  rgb_image: withOpacity("#3478c4", 230),
  image_rim: withOpacity("#ffffff", 230),
} as const satisfies Record<string, Rgba>;
