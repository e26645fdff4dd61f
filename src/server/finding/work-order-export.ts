// Work orders as files for another system.
import type { z } from "zod";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { parentsOf } from "../../domain/component/hierarchy.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { FindingLife } from "../../domain/finding/finding-life.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import {
  isInFile,
  workOrdersCsv,
  workOrdersJson,
  type Located,
  type LostEnergy,
  type workOrderFileQueryShape,
} from "../../domain/work-order/work-order-file.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import type { Context } from "../context.ts";
import type { ByteAnswer } from "../implement.ts";
import { readAnalysisLoss } from "../result/loss.ts";
import { readAnalysis } from "../store/plant/analysis/analysis.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readLevels } from "../store/plant/twin-object.ts";
import { inTurns } from "../turn.ts";
import { textStream } from "../twin-file/text-file.ts";
import { readFindings } from "./answer.ts";
import { dangerReader } from "./finding-danger.ts";
import { readFindingSerials, type FindingSerials } from "./finding-serial.ts";
import { measuredReader, seesResults } from "./finding-measured.ts";
import { readWorkOrders } from "./work-order-answer.ts";

/** Findings that are read at once; other requests have their turn between. */
const PIECE = 500;

/**
 * The orders that the viewer sees and the query asks for, with their findings. The file is written while it is sent, in
 * pieces: thousands of findings must not hold up other requests.
 * @throws CONFLICT for more findings than a file has
 */
export async function workOrderFile(
  context: Context,
  plant: Plant,
  query: z.output<typeof workOrderFileQueryShape>,
): Promise<ByteAnswer> {
  const { format } = query;
  const all = await readWorkOrders(context, plant.id);
  const orders = all.filter((order) => isInFile(order, query));
  const count = orders.reduce((sum, { finding_ids }) => sum + finding_ids.length, 0);
  const most = limits.workOrderExport;
  if (count > most) {
    throw failure("CONFLICT", { reason: "work_order_export_limit", values: { count, most } });
  }
  const { findings, serials } = await readHeld(context, plant.id, orders);
  const lives = [...findings.values()];
  const locate = await locator(context, plant.id, lives);
  const lossOf = await lossReader(context, plant, lives);
  const measuredOf = await measuredReader(context, lives);
  const serialsOf = ({ id }: FindingLife) => serials.get(id) ?? null;
  const parts = { orders, findings, locate, lossOf, measuredOf, serialsOf };
  const name = plant.name.replaceAll(/[^\p{L}\d]+/gu, "-");
  return {
    content_type: format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
    file_name: `${name}-${query.order ?? "work-orders"}.${format}`,
    body: textStream(format === "csv" ? csvTexts(parts) : inTurns(workOrdersJson(parts))),
  };
}

async function* csvTexts(parts: Parameters<typeof workOrdersCsv>[0]): AsyncGenerator<string> {
  // Spreadsheets take the file for UTF-8 by this mark alone.
  yield "\uFEFF";
  yield* inTurns(workOrdersCsv(parts));
}

/** The findings of these orders, and the serial numbers of their components. */
async function readHeld(context: Context, plant_id: number, orders: readonly WorkOrder[]) {
  const ids = [...new Set(orders.flatMap(({ finding_ids }) => finding_ids))];
  const findings = new Map<number, FindingLife>();
  const serials = new Map<number, FindingSerials>();
  const readDanger = dangerReader(context);
  for (let start = 0; start < ids.length; start += PIECE) {
    const piece = ids.slice(start, start + PIECE);
    const lives = await readFindings(context, plant_id, piece, readDanger);
    for (const life of lives) findings.set(life.id, life);
    const held = await readFindingSerials(context, context.db, plant_id, lives);
    for (const [id, own] of held) serials.set(id, own);
  }
  return { findings, serials };
}

/** Where the components of these findings are, and what the plant calls them and those above them. */
async function locator(
  { db, files }: Context,
  plant_id: number,
  lives: readonly FindingLife[],
): Promise<(life: FindingLife) => Located | null> {
  const twin = lives.length > 0 ? await readTwin(db, plant_id) : null;
  if (!twin) return () => null;
  const plane = planeAt(twin.origin);
  const levels = new Map(
    (await readLevels(files, twin.levels)).map((level) => [level.geometry.type, level]),
  );
  const geometries = new Map([...levels].map(([type, { geometry }]) => [type, geometry]));
  const nameOf = (type: ComponentType, row: number) => {
    const names = levels.get(type)?.names;
    return names?.pcs(row) || names?.dtId(row) || "";
  };
  return ({ component_type, row }) => {
    const geometry = geometries.get(component_type);
    if (!geometry || row === null) return null;
    const [lon, lat] = plane.toLonLat(geometry.centreX[row] ?? 0, geometry.centreY[row] ?? 0);
    const above = parentsOf(geometries, { component_type, row }).toReversed();
    const place = above.map((one) => nameOf(one.component_type, one.row));
    return { name: nameOf(component_type, row), place, lon, lat };
  };
}

/** What the component of each finding loses by its newest survey; nothing for who may not see results. */
async function lossReader(
  context: Context,
  plant: Plant,
  lives: readonly FindingLife[],
): Promise<(life: FindingLife) => LostEnergy | null> {
  const { db, viewer } = context;
  const found = new Map<string, LostEnergy>();
  const isPresent = lives.some(({ row }) => row !== null);
  if (!isPresent || !seesResults(context)) return () => null;
  const keyOf = (id: number, dt_id: string) => `${id} ${dt_id}`;
  for (const [id, own] of Map.groupBy(lives, ({ analysis_id }) => analysis_id)) {
    const analysis: Analysis | null = id === null ? null : await readAnalysis(db, viewer, id);
    if (analysis === null) continue;
    const ids = [...new Set(own.flatMap(({ row, dt_id }) => (row === null ? [] : [dt_id])))];
    if (ids.length === 0) continue;
    const parts = ids.map((dt_id) => ({ name: dt_id, dt_id }));
    const loss = await readAnalysisLoss(context, { analysis, plant, budget: null, parts });
    if (!loss.isKnown) continue;
    for (const [at, dt_id] of ids.entries()) {
      const calculated = loss.parts[at]?.calculated;
      if (calculated) found.set(keyOf(analysis.id, dt_id), calculated);
    }
  }
  return ({ analysis_id, dt_id }) => found.get(keyOf(analysis_id ?? 0, dt_id)) ?? null;
}
