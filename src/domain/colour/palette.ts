// All colours of the product: surfaces, severities, the map. ui/tokens.css repeats the surfaces for style
// sheets; a test compares the two.
import type { DifferenceClass } from "../column/difference.ts";
import type { Severity } from "../key-figure/key-figure-shape.ts";
import { rgbOf, type Rgba } from "./colour.ts";

export const colourSchemes = ["light", "dark"] as const;
export type ColourScheme = (typeof colourSchemes)[number];
type ByScheme<T> = Readonly<Record<ColourScheme, T>>;

/** The product's own colour, for customers without branding. */
export const productColour = "#0b63c4";

/** Backgrounds of text and lines. */
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

/** The other colours for a part of the page that shows one theme inside any theme. */
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
 * Blue, yellow, orange, purple-red: distinct with red-green and blue-yellow blindness, and with at least
 * 1.45 : 1 contrast (WCAG) between any two, so that they stay distinct in a grey print.
 */
export const severityColours: ByScheme<Readonly<Record<Severity, string>>> = {
  light: { 0: "#cfe3ec", 1: "#eaaa1b", 2: "#cf5b16", 3: "#7d0f3f" },
  dark: { 0: "#2f5f78", 1: "#ffd84d", 2: "#f58634", 3: "#e0315f" },
};

/**
 * Orange and blue are distinct with every kind of colour blindness; same and unknown are greys. What only one
 * analysis measured is purple: dark where it was added, pale where it is no longer there.
 */
export const differenceColours: ByScheme<Readonly<Record<DifferenceClass, string>>> = {
  light: {
    worse: severityColours.light[2],
    same: "#dfe3e8",
    better: "#2b7bba",
    cannot_tell: "#b9a15c",
    only_newer: "#6f3f9b",
    only_older: "#c9aee0",
    unknown: "#9aa3ad",
  },
  dark: {
    worse: severityColours.dark[2],
    same: "#39434e",
    better: "#5aa7ff",
    cannot_tell: "#8f7d47",
    only_newer: "#c79bf2",
    only_older: "#6d4f8c",
    unknown: "#6b7480",
  },
};

/** Classes that are neither good nor bad. P. Tol's bright scheme (SRON/EPS/TN/09-002), colour-blind safe. */
/**
 * Of neutral key figures with more classes than `plainColours`; the first class is "none". P. Tol's muted scheme and
 * Okabe and Ito's colours, which are distinct with every kind of colour blindness.
 */
export const categoryColours = [
  "#d5dae0",
  "#882255",
  "#332288",
  "#7a6fb5",
  "#aa4499",
  "#e377c2",
  "#cc6677",
  "#661100",
  "#e69f00",
  "#d55e00",
  "#f0c800",
  "#117733",
  "#44aa99",
  "#999933",
  "#88ccee",
];

export const plainColours = ["#bbbbbb", "#4477aa", "#ccbb44", "#aa3377", "#66ccee", "#228833"];

/** Proposed colours of new ranges of a custom property, in turn. */
export const rangeColours = ["#2f9e5b", "#e0b000", "#e8762d", "#c92a2a", "#6741d9", "#1c7ed6"];

/** The shipped base map. */
export const baseMapColours = {
  light: {
    water: "#dce6ee",
    land: "#f4f3ef",
    coast: "#b9c6d1",
    border: "#b8b3a6",
    grid: "#dedbd2",
    name: "#5f6872",
    halo: "#f7f7f4",
  },
  dark: {
    water: "#0c1218",
    land: "#171d24",
    coast: "#2c3a47",
    border: "#3c4651",
    grid: "#242c35",
    name: "#909caa",
    halo: "#12171d",
  },
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

/** Colours of the map's layers. */
export const mapInks: ByScheme<Readonly<Record<MapInk, Rgba>>> = {
  light: {
    text: withOpacity("#111827", 255),
    /** Around text, so that it is readable on any colour. */
    halo: withOpacity("#ffffff", 230),
    /** Around selected components. */
    ring: withOpacity("#111827", 255),
    /** A component without a key figure, and one without a value. */
    component: withOpacity("#94a0b0", 235),
    missing: withOpacity("#b0b8c2", 150),
    /** The plant's outline and its area. */
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

/** Colours of the map that are the same in both themes. */
export const signalInks = {
  /** Around the open component: no colour of a severity. */
  open: withOpacity("#0a84ff", 255),
  /** For component layers that set no other colour. */
  select: withOpacity("#ffffff", 255),
  missing: withOpacity("#80868b", 160),
  thermal_image: withOpacity("#e0522e", 230),
  rgb_image: withOpacity("#3478c4", 230),
  observation_photo: withOpacity("#8f4fc0", 230),
  image_rim: withOpacity("#ffffff", 230),
  /** Around an observation or photo that waits on this device. */
  waiting: withOpacity("#ffb000", 255),
  /** Where drones may fly, and where not. */
  flight: withOpacity("#1f8f8a", 255),
  flight_area: withOpacity("#1f8f8a", 34),
  no_fly: withOpacity("#c2255c", 255),
  no_fly_area: withOpacity("#c2255c", 70),
  take_off: withOpacity("#f59f00", 255),
  /** Power lines, masts and buildings in the way. */
  obstacle: withOpacity("#a85a1e", 255),
  obstacle_area: withOpacity("#a85a1e", 90),
  /** What is drawn now, and where it cannot go on. */
  drawing: withOpacity("#0a84ff", 255),
  refused: withOpacity("#e03131", 255),
  /** Where the device is, how accurately, and the way to a component. */
  own_position: withOpacity("#1a6fe8", 255),
  own_accuracy: withOpacity("#1a6fe8", 40),
  own_heading: withOpacity("#1a6fe8", 130),
} as const satisfies Record<string, Rgba>;
