// Colours of what became of a component between two surveys, for light and dark.
import type { DifferenceClass } from "../column/difference.ts";
import type { ColourScheme } from "./severity-colour.ts";

/** Orange and blue stay apart in all kinds of colour blindness; same and unknown are greys. */
export const differenceColours: Readonly<
  Record<ColourScheme, Readonly<Record<DifferenceClass, string>>>
> = {
  light: { worse: "#cf5b16", same: "#dfe3e8", better: "#2b7bba", unknown: "#9aa3ad" },
  dark: { worse: "#f58634", same: "#39434e", better: "#5aa7ff", unknown: "#6b7480" },
};
