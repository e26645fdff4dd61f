// The findings of the open component: what the open analysis shows there, and what was decided before.
import { atom } from "jotai";
import { listedFindings, type ListedFinding } from "../../../domain/finding/finding-list.ts";
import { seenAt } from "../../../domain/finding/survey-finding.ts";
import { faultTypeFigureOf } from "../../../domain/key-figure/fault-type.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { componentResultAtom, openComponentAtom } from "../component/component.ts";
import { dangerAt } from "../../../domain/key-figure/safety.ts";
import { limitsOfAtom } from "../column/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";
import { livesAtom } from "./life.ts";

/** Empty while loading, for healthy components, and for viewers who may not see them. */
export const componentFindingsAtom = atom((get): readonly ListedFinding[] => {
  const open = get(openComponentAtom);
  const lives = valueOf(get(livesAtom));
  const result = valueOf(get(componentResultAtom));
  if (!open || !lives || result?.dt_id !== open.dt_id) return [];
  const { component_type, dt_id } = open;
  const figure = faultTypeFigureOf(component_type);
  const limitsOf = get(limitsOfAtom);
  const values = new Map(
    result.values.flatMap(({ key_figure_id, value }) =>
      value === null ? [] : [[key_figure_id, value] as const],
    ),
  );
  // The values of one component, as columns of one row.
  const valuesOf = ({ id, kind }: KeyFigure) => {
    const value = values.get(id);
    if (value === undefined) return undefined;
    return kind === "u8" ? Uint8Array.of(value) : Float32Array.of(value);
  };
  const seen = figure && seenAt(figure, { valuesOf, limitsOf })?.(0);
  const { row } = result;
  const isFinding = seen && seen.severity > 0 && seen.severity <= 3;
  const is_dangerous = dangerAt(component_type, valuesOf)(0);
  return listedFindings(
    isFinding ? [{ component_type, row, ...seen, is_dangerous }] : [],
    lives.filter((life) => life.component_type === component_type && life.dt_id === dt_id),
  );
});
