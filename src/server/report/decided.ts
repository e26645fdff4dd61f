// What was decided of the faults of a component, as a report tells it.
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { isSameFault, type NamedState } from "../../domain/finding/component-state.ts";
import { UNNAMED } from "../../domain/finding/finding-life.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import { isDangerousFault } from "../../domain/key-figure/safety.ts";
import type { Chapter } from "./report-chapter.ts";
import { faultAt } from "./report-brief.ts";

type Parts = Pick<Chapter, "data" | "input" | "words">;

const keyOf = ({ component_type, row }: ComponentRow) => `${component_type} ${row}`;

/** Answers all that was decided at components, in their order, as far as it is meant. */
export function decisionsAt({ input }: Pick<Chapter, "input">) {
  const states = Map.groupBy(input.states, keyOf);
  return (
    rows: readonly ComponentRow[],
    isMeant: (state: NamedState) => boolean,
  ): readonly NamedState[] => rows.flatMap((at) => states.get(keyOf(at)) ?? []).filter(isMeant);
}

/** "Hotspot": of which fault of its component something was decided; needed where there are several decisions. */
export function faultOfState({ data, words }: Pick<Parts, "data" | "words">, state: NamedState) {
  const { component_type, fault_type } = state;
  const named = data.of(faultTypeFigureOf(component_type)?.key ?? "");
  return words.faultOf(named, fault_type === UNNAMED ? null : fault_type);
}

/**
 * The cells of a workbook: status, assignee, crew, due day. Several decisions stand in one cell in the same order, with
 * their faults, because one of them alone would hide who else is on the way.
 */
export function decidedCells(parts: Parts, states: readonly NamedState[]): string[] {
  const { t } = parts.words;
  const isOne = states.length === 1;
  const texts = states.map((one) => {
    const status = t(`finding:status.${one.status}`);
    return {
      status: isOne ? status : `${faultOfState(parts, one)}: ${status}`,
      rest: [one.assignee, one.crew, one.due_on],
    };
  });
  const rest = [0, 1, 2].map((at) => {
    const cells = texts.map((one) => one.rest[at] ?? "");
    if (cells.every((cell) => cell === "")) return "";
    return cells.map((cell) => (cell === "" && !isOne ? "–" : cell)).join("; ");
  });
  return [texts.map(({ status }) => status).join("; "), ...rest];
}

/** Of a finding: what was decided of the fault that the survey shows at its component; of a danger also of other dangers. */
export function findingDecisions(parts: Parts, isDanger: boolean): (at: ComponentRow) => string[] {
  const decisions = decisionsAt(parts);
  return (at) => {
    const named = parts.data.of(faultTypeFigureOf(at.component_type)?.key ?? "");
    const fault = faultAt(named, at.row) ?? UNNAMED;
    const isMeant = (state: NamedState) =>
      isSameFault(state.fault_type, fault) || (isDanger && isDangerousFault(state));
    return decidedCells(parts, decisions([at], isMeant));
  };
}
