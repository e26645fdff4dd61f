// What the conditions beside the key figures mean; their lists are loaded once a filter asks for them.
import { atom, type Getter } from "jotai";
import { isMarkFilter } from "../../../domain/column/column-filter.ts";
import type { MaskRequest } from "../../../domain/plant/filter-mask.ts";
import { markedBy, type KnownLists } from "../../../domain/plant/marked-component.ts";
import { observationsAtom } from "../../observation/observation.ts";
import { shownObservationsAtom } from "../../observation/shown.ts";
import { loading, ready, valueOf, type Loaded } from "../../shell/loaded.ts";
import { livesAtom } from "../finding/life.ts";
import { surveyFindingsAtom } from "../finding/survey.ts";
import { imagesAtom } from "../image/image.ts";
import { filtersAtom } from "./filter.ts";

type Marks = NonNullable<MaskRequest["marks"]>;
const none: Marks = [];

/** The marked components of each such filter whose list is loaded. Without any filter none of the lists is read. */
export const marksAtom = atom((get): Marks => {
  const filters = get(filtersAtom).filter(isMarkFilter);
  if (filters.length === 0) return none;
  return filters.flatMap((filter) => {
    const marked = markedBy(filter, {
      images: filter.kind === "known" && filter.of === "image" ? imagesIn(get) : null,
      observations: filter.kind === "repair" ? null : observationsIn(get),
      findings: filter.kind === "repair" ? findingsIn(get) : null,
    });
    return marked ? [{ filter, marked }] : [];
  });
});

/** Whether the lists of such filters are loaded: why one could not be, loading while one is on its way, else ready. */
export const marksLoadAtom = atom((get): Loaded<null> => {
  const lists = get(filtersAtom)
    .filter(isMarkFilter)
    .flatMap((filter): Loaded<unknown>[] => {
      if (filter.kind === "repair") return [get(surveyFindingsAtom), get(livesAtom)];
      if (filter.kind === "known" && filter.of === "image") return [get(imagesAtom)];
      return [get(observationsAtom)];
    });
  const fault = lists.find((one) => one.state === "failed");
  if (fault?.state === "failed") return fault;
  return lists.some(({ state }) => state === "loading") ? loading : ready(null);
});

const imagesIn = (get: Getter): KnownLists["images"] => valueOf(get(imagesAtom)) ?? null;

function observationsIn(get: Getter): KnownLists["observations"] {
  if (get(observationsAtom).state !== "ready") return null;
  return get(shownObservationsAtom).map(({ fieldgeometry_component: at, ...one }) => ({
    component_type: at.component_type,
    dt_id: at.dt_id,
    observed_at: one.observed_at,
    column_values: one.column_values,
  }));
}

function findingsIn(get: Getter): KnownLists["findings"] {
  const [survey, lives] = [valueOf(get(surveyFindingsAtom)), valueOf(get(livesAtom))];
  return survey && lives ? { survey, lives } : null;
}
