// The days of the listed observations, the first view of their list.
import { atom } from "jotai";
import {
  observationDates,
  type ObservationDate,
} from "../../domain/observation/observation-date.ts";
import { plantClockAtom } from "../plant/plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { listedObservationsAtom, listFilterAtom, setListFilter } from "./filter.ts";
import { serverTime } from "../shell/server-time.ts";

const byDayAtom = perPlant(true);

/** The days at the plant, newest first, counted as the server counts them. */
export const observedDaysAtom = atom((get): readonly ObservationDate[] => {
  return observationDates(
    get(listedObservationsAtom),
    "all_time",
    get(plantClockAtom).zone,
    serverTime(),
  );
});

/** True where days are listed instead of observations: not within a day, a search, or with one day alone. */
export const isListedByDayAtom = atom((get): boolean => {
  const { day, text } = get(listFilterAtom);
  if (!get(byDayAtom) || day !== null || text.trim() !== "") return false;
  return get(observedDaysAtom).length > 1;
});

/** Whether the list begins with days. Choosing it leaves the day that is open. */
export const beginsByDayAtom = atom(
  (get) => get(byDayAtom),
  (_get, set, isByDay: boolean) => {
    set(byDayAtom, isByDay);
    set(setListFilter, { day: null });
  },
);

/** Lists the observations of a day. */
export const openDay = atom(null, (_get, set, day: string) => set(setListFilter, { day }));

/** Goes to the day of a new observation where the list is that of another day, so that it is seen at once. */
export const followDay = atom(null, (get, set, observed_at: string) => {
  if (get(listFilterAtom).day !== null) set(openDay, get(plantClockAtom).date(observed_at));
});
