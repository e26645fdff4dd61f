// The values of the current key figure, and the measured numbers behind them: how large, and why a class is given.
import { atom } from "jotai";
import { valueAt } from "../../../domain/column/column.ts";
import {
  keyFigureById,
  type KeyFigure,
  type Severity,
} from "../../../domain/key-figure/key-figure.ts";
import { namedFaultAt } from "../../../domain/key-figure/fault-type.ts";
import { valueOf } from "../../shell/loaded.ts";
import { runOnChange, type Store } from "../../shell/on-change.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { columnValues, columnVersionAtom, loadColumn, summariesAtom } from "./column.ts";
import { openRowAtom } from "../component/component.ts";
import { columnAtom, keyFigureAtom, limitsOfAtom } from "./key-figure.ts";
import { neededInside } from "./inside.ts";
import { severityAtom } from "./value-colour.ts";

/** The current key figure with its values, as far as they are loaded. */
export const valuesOfKeyFigureAtom = atom((get) => {
  get(columnVersionAtom);
  const keyFigure = get(keyFigureAtom);
  const hash = valueOf(get(columnAtom))?.hash;
  const values = hash === undefined ? undefined : columnValues(hash);
  return keyFigure && values ? { keyFigure, values } : null;
});

/** A measured key figure beside the current one, with its values, as far as they are loaded. */
function besideAtom(which: "ranked_by" | "judged_by" | "named_by") {
  return atom((get) => {
    get(columnVersionAtom);
    const id = get(keyFigureAtom)?.[which];
    const keyFigure = id === undefined ? undefined : keyFigureById(id);
    const summary = valueOf(get(summariesAtom))?.find((one) => one.key_figure_id === id);
    const values = summary && columnValues(summary.hash);
    return keyFigure && values ? { keyFigure, values } : null;
  });
}

/** The key figure that ranks the components of one class, and the one whose limits divide the classes. */
export const rankingAtom = besideAtom("ranked_by");
const judgingAtom = besideAtom("judged_by");

const namingAtom = besideAtom("named_by");

/** A function that returns what is broken at a row of the current key figure: its fault type; null where nothing is named. */
export const namedOfAtom = atom((get) => {
  const naming = get(namingAtom);
  return (row: number): Fault | null => {
    const value = naming ? namedFaultAt(naming.values, row) : null;
    return naming && value !== null ? { keyFigure: naming.keyFigure, value } : null;
  };
});

export type Measured = {
  readonly keyFigure: KeyFigure;
  readonly value: number;
  /** Null where it is not judged. */
  readonly severity: Severity | null;
  readonly limits: readonly number[];
};

/**
 * A function that returns the measured number behind the value of a row: `size`, how large it is, and `cause`, the
 * one whose limits decide. Both are the value itself for a measured key figure; null where there is none.
 */
export const measuredOfAtom = atom((get) => {
  const column = get(valuesOfKeyFigureAtom);
  const own = column?.keyFigure.kind === "f32" ? column : null;
  const size = own ?? get(rankingAtom);
  const cause = own ?? get(judgingAtom) ?? size;
  const limitsOf = get(limitsOfAtom);
  const severityOfValue = get(severityAtom);
  return (row: number, what: "size" | "cause"): Measured | null => {
    const measured = what === "size" ? size : cause;
    const value = measured ? valueAt(measured.values, row) : NaN;
    if (!measured || value !== value) return null;
    const { keyFigure } = measured;
    const severity = severityOfValue(keyFigure, value);
    return { keyFigure, value, severity, limits: limitsOf(keyFigure) };
  };
});

export type Fault = { readonly keyFigure: KeyFigure; readonly value: number };

/** A function that returns the faults from which the class of a row follows: those that are as severe as the class. */
export const faultsOfAtom = atom((get) => {
  get(columnVersionAtom);
  const column = get(valuesOfKeyFigureAtom);
  const summaries = valueOf(get(summariesAtom)) ?? [];
  const severity = get(severityAtom);
  return (row: number): Fault[] => {
    const whole = column ? severity(column.keyFigure, valueAt(column.values, row)) : null;
    if (!column || whole === null || whole === 0) return [];
    return (column.keyFigure.follows ?? []).flatMap((id) => {
      const [keyFigure, hash] = [
        keyFigureById(id),
        summaries.find(({ key_figure_id }) => key_figure_id === id)?.hash,
      ];
      const values = hash === undefined ? undefined : columnValues(hash);
      const value = values ? valueAt(values, row) : NaN;
      if (!keyFigure || value !== value) return [];
      return severity(keyFigure, value) === whole ? [{ keyFigure, value }] : [];
    });
  };
});

/** The value of one part of the current key figure, with its severity. */
export const partValueAtom = atom((get) => {
  const column = get(valuesOfKeyFigureAtom);
  const severity = get(severityAtom);
  return (row: number) => {
    const value = column ? valueAt(column.values, row) : NaN;
    return { value, severity: column ? severity(column.keyFigure, value) : null };
  };
});

const neededInput = atom((get) => ({
  open: get(openRowAtom)?.component_type ?? null,
  analysis_id: get(analysisIdAtom),
  summaries: get(summariesAtom),
  keyFigure: get(keyFigureAtom),
}));

/** Fetches the columns that say why a class is given, and what is broken inside, while a card is open. Returns the stop function. */
export function startMeasuredValueWork(store: Store): () => void {
  return runOnChange(store, neededInput, async ({ open, analysis_id, summaries, keyFigure }) => {
    if (open === null || analysis_id === null) return;
    const { judged_by, ranked_by, named_by, follows = [] } = keyFigure ?? {};
    const ids = [judged_by, ranked_by, named_by, ...follows, ...neededInside(open)];
    const needed = valueOf(summaries)?.filter(({ key_figure_id }) => ids.includes(key_figure_id));
    await Promise.all((needed ?? []).map((summary) => store.set(loadColumn, analysis_id, summary)));
  });
}
