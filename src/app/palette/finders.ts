// Palette search on every page: plants and analyses.
import { allAnalysesAtom } from "../../state/settings/analyses.ts";
import { openAnalysis } from "../../state/plant/compare/compare.ts";
import { surveyDay, surveyDate } from "../../state/shell/site-clock.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { plantIdAtom } from "../../state/plant/plant.ts";
import { plantsAtom } from "../../state/settings/plants.ts";
import { fold } from "../../state/settings/record.ts";
import type { Finder } from "../../state/shell/shortcut.ts";
import { navigate } from "../page/navigate.ts";

const MAX_RESULTS = 8;

/** True if every typed word occurs. Ignores case and accents. */
function matches(text: string, haystack: string): boolean {
  const folded = fold(haystack);
  return fold(text)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

export const finders: readonly Finder[] = [
  {
    id: "plants",
    group: "plants:title",
    find: (text, get) =>
      (valueOf(get(plantsAtom)) ?? [])
        .filter(({ name, customer_name }) => matches(text, `${name} ${customer_name}`))
        .slice(0, MAX_RESULTS)
        .map((plant) => ({
          id: `plant-${plant.id}`,
          label: plant.name,
          hint: plant.customer_name,
          run: () => navigate(`/plant/${plant.id}`),
        })),
  },
  {
    id: "analyses",
    group: "analyses:title",
    find: (text, get) => {
      const plants = new Map((valueOf(get(plantsAtom)) ?? []).map(({ id, name }) => [id, name]));
      return (valueOf(get(allAnalysesAtom)) ?? [])
        .map((analysis) => ({ ...analysis, plant: plants.get(analysis.plant_id) ?? "" }))
        .filter((one) =>
          matches(text, `${one.name} ${one.plant} ${surveyDate(one)} ${surveyDay(one)}`),
        )
        .slice(0, MAX_RESULTS)
        .map(({ id, plant_id, plant, ...analysis }) => ({
          id: `analysis-${id}`,
          label: analysis.name,
          hint: [plant, surveyDay(analysis)].filter(Boolean).join(" · "),
          // If the plant is already open, only the analysis changes and the camera stays.
          run: (now, set) =>
            now(plantIdAtom) === plant_id
              ? set(openAnalysis, id)
              : navigate(`/plant/${plant_id}?analysis=${id}`),
        }));
    },
  },
];
