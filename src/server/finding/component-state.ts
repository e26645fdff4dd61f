// Reads what was decided of the findings that a survey shows, by component.
import { eq } from "drizzle-orm";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import {
  statesAt,
  type ComponentState,
  type NamedState,
  type StatedLife,
} from "../../domain/finding/component-state.ts";
import type { Context } from "../context.ts";
import { readAccountNames } from "../store/account/account-name.ts";
import type { Seer } from "../store/plant/finding/finding-life.ts";
import { readStatedLives } from "../store/plant/finding/stated-life.ts";
import { readTwin } from "../store/plant/twin.ts";
import { componentsOfTwin } from "../store/plant/twin-components.ts";
import { analysis } from "../store/schema/plant.ts";
import { inTurns } from "../turn.ts";
import { dayAt } from "./plant-day.ts";
import { readFindingSurvey } from "./survey-value.ts";

type Survey = Pick<Analysis, "id" | "plant_id" | "flown_at"> &
  Partial<Pick<Analysis, "key_figure_ids">>;

/**
 * Those of each component of which the viewer sees a decision, as `statesAt` tells them.
 * @param only "settled" for the components alone that have a finding which is done, verified or dismissed
 */
export async function readComponentStates(
  parts: Pick<Context, "db" | "files">,
  viewer: Seer,
  survey: Survey,
  only: "settled" | null = null,
): Promise<ComponentState[]> {
  const { db, files } = parts;
  const lives: StatedLife[] = [];
  const byComponent = new Map<string, StatedLife[]>();
  for await (const piece of readStatedLives(db, viewer, survey.plant_id, only)) {
    for (const life of piece) {
      lives.push(life);
      const key = `${life.component_type} ${life.dt_id}`;
      const own = byComponent.get(key);
      if (own) own.push(life);
      else byComponent.set(key, [life]);
    }
  }
  const twin = lives.length > 0 ? await readTwin(db, survey.plant_id) : null;
  if (!twin) return [];
  const directory = await (await componentsOfTwin(files, twin)).directory();
  const seenOf = await readFindingSurvey(parts, survey, lives);
  const day = await dayAt(db, survey.plant_id, new Date(survey.flown_at));
  const states: ComponentState[] = [];
  for await (const own of inTurns(byComponent.values())) {
    const [first] = own;
    const found = first && directory.byDtId(first.dt_id);
    if (!first || found?.type !== first.component_type) continue;
    for (const { life, ...settled } of statesAt(own, seenOf(first, found.row), day)) {
      const { component_type, fault_type, status, assignee_id, crew, due_on } = life;
      const decided = { status, assignee_id, crew, due_on };
      states.push({ component_type, row: found.row, fault_type, ...decided, ...settled });
    }
  }
  return states;
}

/**
 * The same for a report, as those see it for whom that is: customers where the survey is released, else staff.
 * @param key_figure_ids those that its author sees
 */
export async function readReportStates(
  parts: Pick<Context, "db" | "files">,
  analysis_id: number,
  key_figure_ids: readonly number[],
): Promise<NamedState[]> {
  const { db } = parts;
  const { id, plant_id, flown_at, visibility } = analysis;
  const [survey] = await db
    .select({ id, plant_id, flown_at, visibility })
    .from(analysis)
    .where(eq(id, analysis_id));
  if (!survey) return [];
  const isStaff = survey.visibility !== "released";
  const viewer = { is_admin: isStaff, is_super_admin: isStaff };
  const seen = { ...survey, key_figure_ids: [...key_figure_ids] };
  const states = await readComponentStates(parts, viewer, seen);
  const names = await readAccountNames(
    db,
    states.map(({ assignee_id }) => assignee_id),
  );
  return states.map((one) => ({
    ...one,
    assignee: one.assignee_id === null ? null : (names.get(one.assignee_id) ?? null),
  }));
}
