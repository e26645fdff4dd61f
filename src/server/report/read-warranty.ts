// Reads the facts of a warranty package from the database.
import { and, asc, eq, inArray, lt, or } from "drizzle-orm";
import type { FindingPlace } from "../../domain/finding/finding-life.ts";
import { figuresOfFinding, findingKeyFigures } from "../../domain/finding/survey-finding.ts";
import type { Maker } from "../../domain/report/warranty-package.ts";
import type { Database, Services } from "../context.ts";
import { readProperty } from "../store/plant/observation/custom-component-property.ts";
import { readPropertyWords } from "../store/plant/observation/property-value.ts";
import { readCourses } from "../store/plant/serial-number.ts";
import { findingLife } from "../store/schema/finding-life.ts";
import { analysis } from "../store/schema/plant.ts";
import type { report } from "../store/schema/report.ts";
import { columnReader, reportInput } from "./read-input.ts";
import type { ReportSurvey } from "./report-input.ts";
import type { WarrantyInput } from "./warranty-input.ts";

/** `life_id` names what was decided; null where nothing was, or where the author of the package does not see it. */
export type AskedFinding = FindingPlace & { readonly life_id: number | null };

type Wanted = {
  readonly key_figure_ids: readonly number[];
  readonly maker: Maker;
  readonly findings: readonly AskedFinding[];
  readonly folder: string;
};

export async function warrantyInput(
  services: Pick<Services, "db" | "settings">,
  row: typeof report.$inferSelect,
  { key_figure_ids, maker, findings, folder }: Wanted,
): Promise<WarrantyInput> {
  const { db } = services;
  const { plant_id, analysis_id } = row;
  const dt_ids = [...new Set(findings.map(({ dt_id }) => dt_id))];
  const makerOf = await makers(db, maker, dt_ids);
  const serials = await readCourses(db, plant_id, dt_ids);
  const lives = await livesOf(
    db,
    plant_id,
    findings.flatMap(({ life_id }) => life_id ?? []),
  );
  return {
    report: await reportInput(services, row, { key_figure_ids, folder, states: [] }),
    findings: findings.map(({ life_id, ...place }) => ({
      ...place,
      maker: makerOf(place),
      serials: serials.get(place.dt_id) ?? [],
      life: lives.get(life_id ?? 0) ?? null,
    })),
    surveys: await surveysUntil(db, plant_id, analysis_id, findings),
    folder,
    path: `${folder}/warranty.zip`,
  };
}

async function makers(
  db: Database,
  maker: Maker,
  dt_ids: readonly string[],
): Promise<(place: FindingPlace) => string | null> {
  if (maker.from === "nothing") return () => null;
  if (maker.from === "name") return () => maker.name;
  const property = await readProperty(db, maker.property_id);
  // It was deleted since the package was asked for: nothing says who made what.
  if (!property) return () => null;
  const words = await readPropertyWords(db, property, dt_ids);
  return ({ component_type, dt_id }) =>
    (component_type === property.component_type && words.get(dt_id)) || null;
}

async function livesOf(db: Database, plant_id: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: findingLife.id,
      status: findingLife.status,
      rma: findingLife.rma,
      rma_claim: findingLife.rma_claim,
      rma_reason: findingLife.rma_reason,
      new_serial: findingLife.new_serial,
      replaced_on: findingLife.replaced_on,
    })
    .from(findingLife)
    .where(and(eq(findingLife.plant_id, plant_id), inArray(findingLife.id, [...ids])));
  return new Map(rows.map(({ id, ...life }) => [id, life]));
}

async function surveysUntil(
  db: Database,
  plant_id: number,
  analysis_id: number,
  findings: readonly FindingPlace[],
): Promise<ReportSurvey[]> {
  const of = { id: analysis.id, name: analysis.name, flown_at: analysis.flown_at };
  const [own] = await db.select(of).from(analysis).where(eq(analysis.id, analysis_id));
  if (!own) return [];
  const earlier = await db
    .select(of)
    .from(analysis)
    .where(
      and(
        eq(analysis.plant_id, plant_id),
        eq(analysis.visibility, "released"),
        // In the one order of surveys (survey-order.ts).
        or(
          lt(analysis.flown_at, own.flown_at),
          and(eq(analysis.flown_at, own.flown_at), lt(analysis.id, own.id)),
        ),
      ),
    )
    .orderBy(asc(analysis.flown_at), asc(analysis.id));
  const columnsOf = await columnReader(db, plant_id);
  const naming = findingKeyFigures.map(({ id }) => id);
  // The survey itself says of each finding whether it is gone, so what measures its fault is read too.
  const measuring = findings.flatMap(({ component_type, fault_type }) =>
    figuresOfFinding(component_type, fault_type).map(({ id }) => id),
  );
  const all = [...new Set([...naming, ...measuring])];
  const surveys: ReportSurvey[] = [];
  for (const { id, name, flown_at } of [...earlier, own]) {
    const ids = id === own.id ? all : naming;
    const columns = await columnsOf(id, ids, ids);
    // The last one is the survey itself, also where it says nothing of faults.
    if (columns.length > 0 || id === own.id) surveys.push({ name, flown_at, columns });
  }
  return surveys;
}
