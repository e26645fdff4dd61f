// The colours of values in lists, charts and the legend: the same as on the map.
import { atom } from "jotai";
import type { DifferenceClass } from "../../../domain/column/difference.ts";
import { differenceColours, mapInks, severityColours } from "../../../domain/colour/palette.ts";
import { cssOf } from "../../../domain/colour/colour.ts";
import { rampColourAt } from "../../../domain/colour/ramp.ts";
import { classColours, severityCues } from "../../../domain/colour/severity-colour.ts";
import { severityOf } from "../../../domain/key-figure/severity.ts";
import type { KeyFigure, Severity } from "../../../domain/key-figure/key-figure.ts";
import { limitsOfAtom } from "./key-figure.ts";
import { legendModeAtom, rampDomainAtom } from "./legend.ts";
import { valueRampAtom } from "../component/palette.ts";
import { isDarkAtom } from "../../shell/theme.ts";

/** CSS colours by severity. */
export const severityColoursAtom = atom(
  (get): Readonly<Record<Severity, string>> => severityColours[get(isDarkAtom) ? "dark" : "light"],
);

/** A function that returns the CSS colour of a class of a classified key figure. */
export const classColourAtom = atom((get) => {
  const scheme = get(isDarkAtom) ? "dark" : "light";
  return (keyFigure: KeyFigure, value: number): string => {
    const rgb = classColours(keyFigure, scheme).get(value);
    return rgb ? cssOf(rgb) : "transparent";
  };
});

/** A function that returns the CSS colour of a value, as the map paints it. */
export const mapColourAtom = atom((get) => {
  const mode = get(legendModeAtom);
  const [min, max] = get(rampDomainAtom);
  const severities = get(severityColoursAtom);
  const classColour = get(classColourAtom);
  const limitsOf = get(limitsOfAtom);
  const rampOf = get(valueRampAtom);
  return (keyFigure: KeyFigure, value: number): string => {
    if (keyFigure.kind === "u8") return classColour(keyFigure, value);
    if (mode === "classes") return severities[severityOf(keyFigure, value, limitsOf(keyFigure))];
    return cssOf(rampColourAt(rampOf(keyFigure), (value - min) / (max - min)));
  };
});

/** A function that returns the severity of a value at this plant; null for a missing or unjudged one. */
export const severityAtom = atom((get) => {
  const limitsOf = get(limitsOfAtom);
  return (keyFigure: KeyFigure, value: number | null | undefined): Severity | null => {
    if (value === null || value === undefined || value !== value) return null;
    const limits = limitsOf(keyFigure);
    if (keyFigure.direction === "neutral") return null;
    if (keyFigure.kind === "f32" && limits.length === 0) return null;
    return severityOf(keyFigure, value, limits);
  };
});

/** The symbol that shows a severity without colour. */
export function severitySymbol(severity: Severity) {
  return severityCues[severity].symbol;
}

/**
 * A function that returns the mark of a value in lists and charts: the symbol of its severity, or a square in the
 * colour of the map where it is neither good nor bad.
 */
export const valueMarkAtom = atom((get) => {
  const severityOfValue = get(severityAtom);
  const colour = get(mapColourAtom);
  const severities = get(severityColoursAtom);
  return (keyFigure: KeyFigure, value: number) => {
    const severity = severityOfValue(keyFigure, value);
    return severity === null
      ? { severity, symbol: "square" as const, colour: colour(keyFigure, value) }
      : {
          severity,
          symbol: severitySymbol(severity),
          colour: keyFigure.kind === "u8" ? colour(keyFigure, value) : severities[severity],
        };
  };
});

/** CSS colours of components without values, and of the plant's outline. */
export const plainColoursAtom = atom((get) => {
  const inks = mapInks[get(isDarkAtom) ? "dark" : "light"];
  const css = ([r, g, b]: readonly number[]) => cssOf([r!, g!, b!]);
  return { component: css(inks.component), area: css(inks.outline) };
});

/** CSS colours by difference class. */
export const differenceColoursAtom = atom(
  (get) => differenceColours[get(isDarkAtom) ? "dark" : "light"],
);

/** The symbols that show a difference without colour. */
export const differenceSymbols = {
  worse: "diamond",
  same: "square",
  better: "circle",
  cannot_tell: "triangle",
  only_newer: "plus",
  only_older: "minus",
  unknown: "octagon",
} as const satisfies Record<DifferenceClass, string>;
