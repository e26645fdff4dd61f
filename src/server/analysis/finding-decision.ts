// What the decision on a finding does to the values: a rejected finding is none, a moved one belongs elsewhere.
import { MISSING_U8, valueAt, type ColumnValues } from "../../domain/column/column.ts";
import { failure, isFailure } from "../../domain/error.ts";
import { VALID, WITH_NOTE } from "../../domain/evaluation/component-survey.ts";
import { isDecided, type Outcome } from "../../domain/evaluation/finding-review.ts";
import { statableFaults, statedClasses } from "../../domain/evaluation/stated-fault.ts";
import { faultTypeKeyFigures } from "../../domain/key-figure/fault-type.ts";
import {
  keyFigureById,
  keyFigureByKey,
  type KeyFigure,
} from "../../domain/key-figure/key-figure.ts";
import { isLossKey } from "../../domain/loss/component-loss.ts";
import { lossChanges, readLossCauses } from "./decided-loss.ts";
import { deriveAgain, readDerived } from "./derived-value.ts";
import type { Context, Database } from "../context.ts";
import { listColumns, readColumn, readPlantOfAnalysis } from "../store/plant/column/column.ts";
import {
  removeVerdicts,
  updateFinding,
  verdictsByFinding,
  type FindingRow,
} from "../store/plant/analysis/finding.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import * as journal from "../store/plant/analysis/value-change.ts";

type Parts = Pick<Context, "db" | "files">;
type Change = FindingRow["changes"][number];

/**
 * Accepted: a finding that the survey leaves open becomes what it is stated as, and loses what that loses; others stay.
 * Rejected: the classes of the component that make a finding become their good class, and it loses nothing; what was
 * measured stays.
 * Moved: the evaluated values of both components change places. A class or fault type that was imported and followed
 * from them follows again. Answers the changes, each of which is in the
 * history and can be undone.
 */
export async function applyDecision(
  context: Parts,
  db: Database,
  finding: FindingRow,
  outcome: Outcome,
  account_id: number,
): Promise<Change[]> {
  const { state, moved_to, stated_as } = outcome;
  if (state === "accepted" && stated_as === null) return [];
  const target = moved_to === null ? null : await rowOf(context, finding, moved_to);
  const changes: Change[] = [];
  const own = { row: finding.row, dt_id: finding.dt_id };
  const places = [own, ...(target === null ? [] : [{ row: target, dt_id: moved_to ?? "" }])].map(
    (place) => ({
      ...place,
      analysis_id: finding.analysis_id,
      component_type: finding.component_type,
    }),
  );
  const before = [];
  for (const place of places) before.push(await readDerived(context, db, place));
  const isModule = finding.component_type === "module" && target === null;
  const causes = isModule ? await readLossCauses(context, db, finding.analysis_id) : null;
  // What the decision sets itself is not derived.
  const settled = new Set<number>();
  for (const { key_figure_id, is_evaluated } of await listColumns(db, [finding.analysis_id])) {
    const keyFigure = keyFigureById(key_figure_id);
    if (!is_evaluated || keyFigure?.component_type !== finding.component_type) continue;
    const column = { analysis_id: finding.analysis_id, key_figure_id };
    const served = (await journal.lockColumn(db, column)).summary.hash;
    const values = await readColumn(context.files, served);
    const at = (row: number) => {
      const value = valueAt(values, row);
      return Number.isNaN(value) || (keyFigure.kind === "u8" && value === MISSING_U8)
        ? null
        : value;
    };
    const set = async (row: number, dt_id: string, value: number | null) => {
      settled.add(key_figure_id);
      if (at(row) !== value) await change(keyFigure, row, dt_id, value);
    };
    if (target === null) {
      const value = at(finding.row);
      const becomes = becomesOf(finding, outcome, keyFigure, values);
      const isRejected = state === "rejected";
      const isLoss = isRejected && value !== null && isLossKey(keyFigure.key);
      const good = isLoss ? 0 : (becomes ?? (isRejected ? goodClass(keyFigure, value) : null));
      if (good !== null) await set(finding.row, finding.dt_id, good);
    } else {
      const [here, there] = [at(finding.row), at(target)];
      await set(finding.row, finding.dt_id, there);
      await set(target, moved_to ?? "", here);
    }
  }
  if (causes) {
    for (const one of await lossChanges(context, db, finding, causes))
      await change(one.keyFigure, one.row, one.dt_id, one.value);
  }
  for (const [index, place] of places.entries()) {
    const ask = { before: before[index]!, settled, account_id };
    for (const id of await deriveAgain(context, db, place, ask)) await note(id, place.dt_id);
  }
  return changes;

  async function change(figure: KeyFigure, row: number, dt_id: string, value: number | null) {
    const column = { analysis_id: finding.analysis_id, key_figure_id: figure.id };
    const locked = await journal.lockColumn(db, column);
    await journal.addChange(db, context.files, locked, figure, { row, dt_id, value, account_id });
    await note(figure.id, dt_id);
  }

  async function note(key_figure_id: number, dt_id: string) {
    const [newest] = await journal.listChanges(db, finding.analysis_id, [key_figure_id], dt_id);
    if (newest) changes.push({ key_figure_id, id: newest.id });
  }
}

/** Undoes those changes that were neither undone nor changed again. */
export async function undoDecision(
  context: Context,
  db: Database,
  { analysis_id, changes }: FindingRow,
): Promise<void> {
  for (const { key_figure_id, id } of changes.toReversed()) {
    const keyFigure = keyFigureById(key_figure_id);
    const column = { analysis_id, key_figure_id };
    const found = await journal.findChange(db, column, id);
    if (!keyFigure || !found || found.undone_at !== null || found.changed_again) continue;
    const by = { id, account_id: context.viewer.account_id, at: context.now() };
    await journal.undoChange(
      db,
      context.files,
      await journal.lockColumn(db, column),
      keyFigure,
      by,
    );
  }
}

/** What becomes of a hot place that a person takes for a reflection of the sun: the module has none. */
const reflection: Readonly<Record<string, number>> = { review_mark: 1, hotspots: 0 };
const reviewMark = keyFigureByKey("review_mark");
const validityKey = "module_inspection_validity";

const isOpenPossible = ({ reasons }: Pick<FindingRow, "reasons">) => reasons.includes("warm");

/** The class that the decision itself gives; null for one that it leaves as it is. */
function becomesOf(
  finding: FindingRow,
  { state, stated_as }: Outcome,
  { key }: KeyFigure,
  values: ColumnValues,
): number | null {
  const isMark = finding.key_figure_id === reviewMark?.id;
  const rejected = isOpenPossible(finding) ? statedClasses.connected : isMark ? reflection : {};
  const becomes = state === "rejected" ? rejected : stated_as ? statedClasses[stated_as] : {};
  if (key !== validityKey) return becomes[key] ?? null;
  // A person has said what it is.
  const isUnsure = (values[finding.row] ?? VALID) > WITH_NOTE;
  return isUnsure && Object.keys(becomes).length > 0 ? validityOfOthers(values) : null;
}

/** That of a module which nothing speaks against. Where the survey itself has a note, no module is without one. */
function validityOfOthers(values: ColumnValues): number {
  return values.includes(VALID) ? VALID : WITH_NOTE;
}

/** The class without a severity; null for a value that is none, or good already. A fault type becomes “none”. */
function goodClass(keyFigure: KeyFigure, value: number | null): number | null {
  const { classes, direction, id } = keyFigure;
  const isFaultType = faultTypeKeyFigures.some((one) => one.id === id);
  if (value === null || (direction === "neutral" && !isFaultType)) return null;
  const severity = classes.find((one) => one.value === value)?.severity ?? 0;
  return severity > 0 ? (classes.find((one) => one.severity === 0)?.value ?? null) : null;
}

/**
 * Makes the changes of decisions again, on the values of a new evaluation. A finding whose component to move to is
 * gone is open again, and one that the survey leaves open as well, if it was accepted without saying what it is.
 */
export async function repeatDecisions(
  parts: Parts,
  db: Database,
  findings: readonly FindingRow[],
): Promise<void> {
  const [first] = findings;
  const verdicts = first
    ? await verdictsByFinding(db, first.analysis_id)
    : new Map<number, never>();
  for (const finding of findings) {
    if (!isDecided(finding.state)) continue;
    if (!isAnswered(finding)) {
      await openAgain(db, finding.id);
      continue;
    }
    const by = verdicts.get(finding.id)?.at(-1);
    if (!by) continue;
    try {
      const changes = await applyDecision(parts, db, finding, finding, by.account_id);
      await updateFinding(db, finding.id, { ...finding, changes });
    } catch (cause) {
      if (!isFailure(cause)) throw cause;
      await openAgain(db, finding.id);
    }
  }
}

/** False for an accepted finding without a stated fault: earlier versions did not ask for one. */
function isAnswered(finding: FindingRow): boolean {
  const { state, stated_as } = finding;
  const statable = state === "accepted" ? statableFaults(finding) : [];
  return stated_as === null ? statable.length === 0 : statable.includes(stated_as);
}

async function openAgain(db: Database, id: number): Promise<void> {
  await removeVerdicts(db, id);
  await updateFinding(db, id, { state: "open", moved_to: null, stated_as: null, changes: [] });
}

async function rowOf(context: Parts, finding: FindingRow, dt_id: string): Promise<number> {
  const plant = await readPlantOfAnalysis(context.db, finding.analysis_id);
  const place = (await (await readComponents(context, plant.id)).directory()).byDtId(dt_id);
  if (place?.type === finding.component_type) return place.row;
  throw failure("CONFLICT", { reason: "component_unknown", values: { name: dt_id } });
}
