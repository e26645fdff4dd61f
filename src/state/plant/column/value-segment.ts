// The segments of a distribution bar, by class or severity, in the colours of the map.
import { atom } from "jotai";
import type { KeyFigure, Severity } from "../../../domain/key-figure/key-figure.ts";
import type { ValueStatistics } from "../../../domain/column/value-statistics.ts";
import { limitsOfAtom } from "./key-figure.ts";
import { classColourAtom, severityColoursAtom, severitySymbol } from "./value-colour.ts";
import { className, severityName } from "./value-words.ts";

export type ValueSegment = {
  readonly id: string;
  /** Class number, or severity of a measured key figure. */
  readonly value: number;
  readonly name: string;
  readonly count: number;
  readonly colour: string;
  readonly symbol: "circle" | "triangle" | "diamond" | "octagon" | "square";
};

/** A function that returns the segments for the statistics of a key figure. */
export const valueSegmentsAtom = atom((get) => {
  const classColour = get(classColourAtom);
  const severities = get(severityColoursAtom);
  const limitsOf = get(limitsOfAtom);
  return (
    keyFigure: KeyFigure,
    counts: Pick<ValueStatistics, "classes" | "severities">,
  ): ValueSegment[] => {
    if (keyFigure.kind === "u8") {
      return keyFigure.classes.map(({ value, severity }) => ({
        id: `${value}`,
        value,
        name: className(keyFigure, value),
        count: counts.classes[value] ?? 0,
        colour: classColour(keyFigure, value),
        symbol: keyFigure.direction === "neutral" ? "square" : severitySymbol(severity),
      }));
    }
    return Array.from({ length: limitsOf(keyFigure).length + 1 }, (_, at) => {
      const severity = at as Severity;
      return {
        id: `${severity}`,
        value: severity,
        name: severityName(severity),
        count: counts.severities[severity] ?? 0,
        colour: severities[severity],
        symbol: severitySymbol(severity),
      };
    });
  };
});
