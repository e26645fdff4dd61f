// The faults from which the type of a finding follows, in words.
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { causesAt } from "../../domain/finding/finding-cause.ts";
import { UNNAMED } from "../../domain/finding/finding-life.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { Chapter } from "./report-chapter.ts";

/** "Bypass diode: One substring"; empty for a fault without a name, and where its type alone is stated. */
export function causeText(
  { data, words }: Pick<Chapter, "data" | "words">,
  { component_type, row }: ComponentRow,
  fault: number | null,
): string {
  const survey = {
    valuesOf: ({ key }: KeyFigure) => data.of(key)?.values,
    limitsOf: ({ key, limits }: KeyFigure) => data.of(key)?.limits ?? limits,
  };
  return causesAt(survey)({ component_type, fault_type: fault ?? UNNAMED }, row)
    .flatMap(({ keyFigure }) => data.of(keyFigure.key) ?? [])
    .map((read) => `${words.nameOf(read.figure)}: ${words.valueOf(data, read, row)}`)
    .join("; ");
}
