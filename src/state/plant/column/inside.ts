// What is broken inside the open component, by the fault types of its parts, whatever the map shows.
import { atom } from "jotai";
import { ancestorTypesOf, type ComponentType } from "../../../domain/component/component.ts";
import { descendantsOf, type ComponentRow } from "../../../domain/component/hierarchy.ts";
import { figuresRead, seenAt } from "../../../domain/finding/survey-finding.ts";
import { faultsInside, type FaultInside } from "../../../domain/key-figure/fault-inside.ts";
import { faultTypeFigureOf, faultTypeKeyFigures } from "../../../domain/key-figure/fault-type.ts";
import { keyFigureById, type KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { openRowAtom } from "../component/component.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { valueOf } from "../../shell/loaded.ts";
import { columnValues, columnVersionAtom, summariesAtom } from "./column.ts";
import { limitsOfAtom } from "./key-figure.ts";

export type Inside = FaultInside & {
  /** The fault type of the parts. */
  readonly figure: KeyFigure;
  /** Parts of this type, measured or not. */
  readonly all: number;
  readonly at: ComponentRow;
  /** How large the worst one is, where that was measured. */
  readonly size: { readonly keyFigure: KeyFigure; readonly value: number } | null;
};

export type InsideOpen = {
  readonly faults: readonly Inside[];
  /** By type of the parts: all, and those of which it is known whether something is broken. */
  readonly parts: readonly {
    readonly component_type: ComponentType;
    readonly all: number;
    readonly known: number;
  }[];
};

/** Fault types of the parts of a component type. */
function figuresBelow(type: ComponentType): KeyFigure[] {
  return faultTypeKeyFigures.filter(({ component_type }) =>
    ancestorTypesOf(component_type).includes(type),
  );
}

/** Key figures that the answer needs for a component of this type, with those that say whether others of it are healthy. */
export function neededInside(type: ComponentType): number[] {
  const own = faultTypeFigureOf(type);
  return [...figuresBelow(type), ...(own ? [own] : [])].flatMap((figure) =>
    [...figuresRead(figure).map(({ id }) => id), figure.ranked_by].filter((id) => id !== undefined),
  );
}

const levels = { get: geometryOf };

const partsBelowAtom = atom((get) => {
  get(geometryVersionAtom);
  const at = get(openRowAtom);
  if (!at) return [];
  return figuresBelow(at.component_type).flatMap((figure) => {
    const rows = descendantsOf(levels, figure.component_type, at);
    return rows.length === 0 ? [] : [{ figure, rows }];
  });
});

/** Null without an open component that has parts, and until their fault types are loaded or where there are none. */
export const insideAtom = atom((get): InsideOpen | null => {
  get(columnVersionAtom);
  const summaries = valueOf(get(summariesAtom)) ?? [];
  const limitsOf = get(limitsOfAtom);
  const valuesOf = (id: number | undefined) => {
    const hash = summaries.find(({ key_figure_id }) => key_figure_id === id)?.hash;
    return hash === undefined ? undefined : columnValues(hash);
  };
  const found = get(partsBelowAtom).flatMap(({ figure, rows }) => {
    const types = valuesOf(figure.id);
    if (!types) return [];
    const seen = seenAt(figure, { valuesOf: ({ id }) => valuesOf(id), limitsOf });
    const ranking = valuesOf(figure.ranked_by);
    const ranked = keyFigureById(figure.ranked_by ?? 0);
    const ask = { figure, types, ...(seen && { seenAt: seen }), ...(ranking && { ranking }) };
    const { faults, known } = faultsInside(rows, ask);
    const { component_type } = figure;
    return {
      part: { component_type, all: rows.length, known },
      faults: faults.map((one): Inside => {
        const value = ranking?.[one.worst] ?? NaN;
        const size = ranked && value === value ? { keyFigure: ranked, value } : null;
        const at = { component_type, row: one.worst };
        return { ...one, figure, all: rows.length, at, size };
      }),
    };
  });
  if (found.length === 0) return null;
  return {
    faults: found
      .flatMap(({ faults }) => faults)
      .toSorted((a, b) => b.severity - a.severity || b.count - a.count),
    parts: found.map(({ part }) => part),
  };
});
