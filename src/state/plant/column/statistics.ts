// The data of the statistics panel: distribution, groups, and the trend over the analyses of the plant.
import { atom } from "jotai";
import { worstGroupsFirst, type CountedGroups } from "../../../domain/column/column-group.ts";
import { ancestorTypesOf, type ComponentType } from "../../../domain/component/component.ts";
import type { CourseRequest } from "../../../domain/plant/data-request.ts";
import type { PlantCourse } from "../../../domain/key-figure/plant-course.ts";
import type { CountedStatistics } from "../../../domain/column/value-statistics.ts";
import { analysesAtom, analysisIdAtom } from "../analysis/analysis.ts";
import { isOlder } from "../../../domain/analysis/survey-order.ts";
import { loadColumn, summariesQuery } from "./column.ts";
import { loadCourse } from "./course-column.ts";
import { askData } from "../data.ts";
import { openPanelsAtom } from "../../shell/dock.ts";
import { scopeAtom } from "../filter/filter.ts";
import { computeOnChange, type Store } from "../../shell/on-change.ts";
import { columnAtom, keyFigureAtom, keyFigureIdAtom, limitsAtom } from "./key-figure.ts";
import { idle, ready, valueOf, type Loaded } from "../../shell/loaded.ts";
import { maskVersionAtom } from "./mask-version.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { select, selectedRowsAtom, selectionAtom } from "../component/selection.ts";
import { viewAreaAtom } from "../../map/view.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { perSubject } from "../../shell/per-subject.ts";
import { ensureAnswer } from "../../shell/query.ts";

/** Levels above the current key figure, top first. */
export const groupTypesAtom = atom((get): readonly ComponentType[] => {
  get(geometryVersionAtom);
  const type = get(keyFigureAtom)?.component_type;
  return type
    ? ancestorTypesOf(type)
        .toReversed()
        .filter((one) => geometryOf(one))
    : [];
});
const chosenGroupAtom = perPlant<ComponentType | null>(null);
/** The level that statistics are grouped by; null where there is no level above. */
export const groupTypeAtom = atom(
  (get): ComponentType | null => {
    const types = get(groupTypesAtom);
    return types.find((type) => type === get(chosenGroupAtom)) ?? types[0] ?? null;
  },
  (_get, set, type: ComponentType) => set(chosenGroupAtom, type),
);

export type Groups = {
  readonly type: ComponentType;
  /** Rows with values, worst first. */
  readonly rows: readonly number[];
  readonly statistics: CountedGroups;
};
export type TrendPoint = {
  readonly analysis_id: number;
  readonly name: string;
  readonly flown_at: string;
  readonly statistics: CountedStatistics;
};

/** What of the current key figure is counted: another one has other numbers. */
const columnSubjectAtom = atom((get) => {
  const hash = valueOf(get(columnAtom))?.hash;
  return `${get(keyFigureIdAtom)} ${hash ?? ""}`;
});

export const valueStatisticsAtom = perSubject<CountedStatistics>(columnSubjectAtom);
export const groupsAtom = perSubject<Groups>(
  atom((get) => `${get(columnSubjectAtom)} ${get(groupTypeAtom)}`),
);
/** What became of findings up to the open analysis: counts in the order of plantCourses, and what they were counted from. */
export type FindingCourses = {
  readonly counts: readonly number[];
  readonly asked: Omit<CourseRequest, "course">;
};
type Surveys = { readonly points: readonly TrendPoint[]; readonly courses: FindingCourses };
/** The analyses one by one, counted together. */
const surveysAtom = perSubject<Surveys>(atom((get) => `${get(keyFigureIdAtom)}`));

function partOf<Part>(part: (surveys: Surveys) => Part) {
  return atom((get): Loaded<Part> => {
    const surveys = get(surveysAtom);
    return surveys.state === "ready" ? ready(part(surveys.value)) : surveys;
  });
}
export const findingCoursesAtom = partOf(({ courses }) => courses);
/** Oldest analysis first. */
export const trendAtom = partOf(({ points }) => points);

/** Selects the components whose findings took this course. */
export const selectCourse = atom(null, async (get, set, course: PlantCourse) => {
  const found = valueOf(get(findingCoursesAtom));
  if (!found) return;
  const { rows } = await askData("courses", { ...found.asked, course });
  set(select, { component_type: found.asked.type, rows, mode: "replace" });
});

/** The panel is open: its work runs. */
export const isStatisticsOpenAtom = atom((get) => get(openPanelsAtom).includes("statistics"));

/** Which components of the current key figure count. */
export const countedScopeAtom = atom((get) => {
  const scope = get(scopeAtom);
  const isHere = get(selectionAtom)?.component_type === get(keyFigureAtom)?.component_type;
  if (scope === "in_view") return { area: get(viewAreaAtom) };
  return scope === "selected" ? { rows: isHere ? get(selectedRowsAtom) : new Uint32Array(0) } : {};
});

const input = atom((get) => ({
  isOpen: get(isStatisticsOpenAtom),
  hash: valueOf(get(columnAtom))?.hash,
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  group: get(groupTypeAtom),
  scope: get(countedScopeAtom),
  masks: get(maskVersionAtom),
  geometry: get(geometryVersionAtom),
}));

const trendInput = atom((get) => ({
  input: get(input),
  analyses: valueOf(get(analysesAtom)),
  analysis_id: get(analysisIdAtom),
}));

const WAIT_MS = 120;

/** Starts the work for the statistics panel. Returns the stop function. */
export function startStatisticsWork(store: Store): () => void {
  const pause = { waitMs: WAIT_MS };
  const stops = [
    computeOnChange(
      store,
      input,
      valueStatisticsAtom,
      ({ isOpen, hash, keyFigure, limits, scope }) => {
        if (!isOpen) return null;
        if (!hash || !keyFigure || !geometryOf(keyFigure.component_type)) return idle;
        const columns = [{ hash, key_figure_id: keyFigure.id, limits }];
        const ask = { type: keyFigure.component_type, scope, columns };
        return async (signal) => (await askData("statistics", ask, { signal })).columns[0]!;
      },
      pause,
    ),

    computeOnChange(
      store,
      input,
      groupsAtom,
      ({ isOpen, hash, keyFigure, limits, group, scope }) => {
        if (!isOpen) return null;
        if (!hash || !keyFigure || !geometryOf(keyFigure.component_type)) return idle;
        if (!group || !geometryOf(group)) return idle;
        const ask = { hash, key_figure_id: keyFigure.id, limits, group, scope };
        return async (signal) => {
          const statistics = await askData("groups", ask, { signal });
          return { type: group, rows: worstGroupsFirst(statistics), statistics };
        };
      },
      pause,
    ),

    computeOnChange(
      store,
      trendInput,
      surveysAtom,
      ({ input: { isOpen, keyFigure, limits, scope }, analyses, analysis_id }) => {
        if (!isOpen || !keyFigure || !analyses) return null;
        if (!geometryOf(keyFigure.component_type)) return null;
        return async (signal) => {
          const points: TrendPoint[] = [];
          for (const { id, name, flown_at } of analyses.toReversed()) {
            const summaries = await ensureAnswer(summariesQuery(id));
            const summary = summaries.find((one) => one.key_figure_id === keyFigure.id);
            if (!summary || signal.aborted) continue;
            await store.set(loadColumn, id, summary);
            const columns = [{ hash: summary.hash, key_figure_id: keyFigure.id, limits }];
            const ask = { type: keyFigure.component_type, scope, columns };
            const answer = await askData("statistics", ask, { signal });
            const [statistics] = answer.columns;
            if (statistics) points.push({ analysis_id: id, name, flown_at, statistics });
          }
          // Of what the open analysis measured: a newer one says nothing of it.
          const open = analyses.find(({ id }) => id === analysis_id);
          const until = open ? analyses.filter((one) => !isOlder(open, one)) : [];
          const columns = await store.set(loadCourse, keyFigure, until.toReversed());
          signal.throwIfAborted();
          const asked = { type: keyFigure.component_type, scope, columns };
          const { counts } = await askData("courses", { ...asked, course: null }, { signal });
          return { points, courses: { counts, asked } };
        };
      },
      pause,
    ),
  ];
  return () => stops.forEach((stop) => stop());
}
