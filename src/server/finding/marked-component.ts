// The components that a condition beside the key figures means, as far as the viewer may see what it asks.
import { setImmediate as otherWork } from "node:timers/promises";
import { observationApi } from "../../api/observation/observation.ts";
import { findingLifeApi } from "../../api/plant/finding-life.ts";
import { isPermitted } from "../../domain/account/permission.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { markedSteps, type KnownLists } from "../../domain/plant/marked-component.ts";
import type { MarkFilter } from "../../domain/column/column-filter.ts";
import type { Evidence } from "../../domain/finding/finding-life.ts";
import { evidenceOf } from "../../domain/finding/survey-finding.ts";
import { faultTypeKeyFigures } from "../../domain/key-figure/fault-type.ts";
import type { Context } from "../context.ts";
import type { MarkReader } from "../result/result-rows.ts";
import { listImages } from "../store/plant/analysis/result-image.ts";
import { readObservedPieces } from "../store/plant/observation/observed-piece.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { stepsInTurns, takeTurns } from "../turn.ts";
import { readAllFindings } from "./answer.ts";
import { readDangers, readSurvey } from "./survey-value.ts";

type Parts = Pick<Context, "db" | "files" | "viewer">;

/** Rows per turn: other requests are answered between turns. */
const ROWS = 10_000;

const nothing: KnownLists = { images: null, observations: null, findings: null };

/**
 * Reads the list that a condition asks for; of what the viewer may not see nothing is known. A request may have many
 * conditions: each list is read once for all of them.
 */
export function markReader(context: Parts, analysis: Analysis): MarkReader {
  const { db, viewer } = context;
  const { permissions } = viewer;
  const findings = once(() => findingsOf(context, analysis));
  const images = once(() => listImages(db, analysis.id));
  const observations = once(async () => {
    const all = [];
    for await (const piece of readObservedPieces(db, analysis.plant_id)) all.push(...piece);
    return all;
  });
  const marked = (filter: MarkFilter, lists: Partial<KnownLists>) =>
    stepsInTurns(markedSteps(filter, { ...nothing, ...lists }));
  return async (filter) => {
    // A short list has no pause of its own, and a request may have many conditions.
    await otherWork();
    if (filter.kind === "repair") {
      if (!isPermitted(findingLifeApi.list.permission, permissions)) return undefined;
      return marked(filter, { findings: await findings() });
    }
    if (filter.kind === "known" && filter.of === "image") {
      return marked(filter, { images: await images() });
    }
    if (!isPermitted(observationApi.list.permission, permissions)) return undefined;
    return marked(filter, { observations: await observations() });
  };
}

/** The work, done at the first call. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | undefined;
  return () => (known ??= work());
}

async function findingsOf(context: Parts, analysis: Analysis): Promise<KnownLists["findings"]> {
  const types = faultTypeKeyFigures.map(({ component_type }) => component_type);
  const { levels } = await readComponents(context, analysis.plant_id);
  const at = await readSurvey(context, analysis, types);
  const dangerAt = await readDangers(context, analysis);
  const turns = takeTurns();
  const survey: Evidence[] = [];
  for (const type of types) {
    const level = levels.get(type);
    const seen = at(type);
    if (!level || !seen) continue;
    const { row_count, exists } = level;
    for (let from = 0; from < row_count; from += ROWS) {
      const count = Math.min(row_count, from + ROWS);
      const part = { from, count, exists, isDangerous: (row: number) => dangerAt(type, row) };
      for (const one of evidenceOf(type, seen, part)) survey.push(one);
      if (turns.isOver()) await turns.end();
    }
  }
  return { survey, lives: await readAllFindings(context, analysis.plant_id) };
}
