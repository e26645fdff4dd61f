// Reads what was decided of the findings that a survey shows, by component.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { stateAt, type ComponentState } from "../../domain/finding/component-state.ts";
import type { Context } from "../context.ts";
import { readStatedLives, type Seer } from "../store/plant/finding/finding-life.ts";
import { componentsOfTwin } from "../store/plant/twin-components.ts";
import { dayAt } from "./plant-day.ts";
import { readFindingSurvey } from "./survey-value.ts";

type Survey = Pick<Analysis, "id" | "plant_id" | "flown_at"> &
  Partial<Pick<Analysis, "key_figure_ids">>;

/**
 * One for each component of which the viewer sees a decision.
 * @param only "settled" for the components alone that have a finding which is done, verified or dismissed
 */
export async function readComponentStates(
  parts: Pick<Context, "db" | "files">,
  viewer: Seer,
  { survey, twin }: { readonly survey: Survey; readonly twin: Twin },
  only: "settled" | null = null,
): Promise<ComponentState[]> {
  const { db, files } = parts;
  const lives = await readStatedLives(db, viewer, survey.plant_id, only);
  if (lives.length === 0) return [];
  const directory = await (await componentsOfTwin(files, twin)).directory();
  const seenOf = await readFindingSurvey(parts, survey, lives);
  const day = await dayAt(db, survey.plant_id, new Date(survey.flown_at));
  const byComponent = Map.groupBy(
    lives,
    ({ component_type, dt_id }) => `${component_type} ${dt_id}`,
  );
  return [...byComponent.values()].flatMap((own): ComponentState[] => {
    const [first] = own;
    const found = first && directory.byDtId(first.dt_id);
    if (!first || found?.type !== first.component_type) return [];
    const state = stateAt(own, seenOf(first, found.row), day);
    if (!state) return [];
    const { component_type, fault_type, status, assignee_id, crew, due_on } = state.life;
    const decided = { status, assignee_id, crew, due_on };
    return [
      { component_type, row: found.row, fault_type, ...decided, is_settled: state.is_settled },
    ];
  });
}
