// The components that a condition beside the key figures means, as far as the viewer may see what it asks.
import { observationApi } from "../../api/observation/observation.ts";
import { findingLifeApi } from "../../api/plant/finding-life.ts";
import { isPermitted } from "../../domain/account/permission.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { markedBy, type KnownLists } from "../../domain/plant/marked-component.ts";
import { evidenceOf } from "../../domain/finding/survey-finding.ts";
import { faultTypeKeyFigures } from "../../domain/key-figure/fault-type.ts";
import type { Context } from "../context.ts";
import type { MarkReader } from "../result/result-rows.ts";
import { listImages } from "../store/plant/analysis/result-image.ts";
import { readObservationRows } from "../store/plant/observation/observation.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { readFindings } from "./answer.ts";
import { readSurvey } from "./survey-value.ts";

type Parts = Pick<Context, "db" | "files" | "viewer">;

const nothing: KnownLists = { images: null, observations: null, findings: null };

/** Reads the list that a condition asks for; of what the viewer may not see nothing is known. */
export function markReader(context: Parts, analysis: Analysis): MarkReader {
  const { permissions } = context.viewer;
  return async (filter) => {
    if (filter.kind === "repair") {
      if (!isPermitted(findingLifeApi.list.permission, permissions)) return undefined;
      return markedBy(filter, { ...nothing, findings: await findingsOf(context, analysis) });
    }
    if (filter.kind === "known" && filter.of === "image") {
      return markedBy(filter, { ...nothing, images: await listImages(context.db, analysis.id) });
    }
    if (!isPermitted(observationApi.list.permission, permissions)) return undefined;
    const observations = await readObservationRows(context.db, analysis.plant_id);
    return markedBy(filter, { ...nothing, observations });
  };
}

async function findingsOf(context: Parts, analysis: Analysis): Promise<KnownLists["findings"]> {
  const types = faultTypeKeyFigures.map(({ component_type }) => component_type);
  const { levels } = await readComponents(context, analysis.plant_id);
  const at = await readSurvey(context, analysis, types);
  const survey = types.flatMap((type) => {
    const level = levels.get(type);
    const seen = at(type);
    return level && seen
      ? evidenceOf(type, seen, { count: level.row_count, exists: level.exists })
      : [];
  });
  return { survey, lives: await readFindings(context, analysis.plant_id) };
}
