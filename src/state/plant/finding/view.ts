// How the findings and the work orders of the plant are looked at: as a list, a board or a calendar.
import { monthOf } from "../../../domain/due-calendar.ts";
import type { FindingView, WorkOrderView } from "../../../domain/finding/list-view.ts";
import { perPlant } from "../../shell/lifetime.ts";

/** Both are in the address. */
export const findingViewAtom = perPlant<FindingView>("list");
export const orderViewAtom = perPlant<WorkOrderView>("list");

/** What a calendar shows: a month (YYYY-MM), and the list below it, of a day, of all that is late or without a day. */
export type CalendarPlace = {
  readonly month: string;
  readonly list: { readonly day: string } | "late" | "without";
};

/** A calendar opens on today. */
export const calendarAtToday = (today: string): CalendarPlace => ({
  month: monthOf(today),
  list: { day: today },
});

/** Null until a month or a list was chosen. */
export const findingCalendarAtom = perPlant<CalendarPlace | null>(null);
export const orderCalendarAtom = perPlant<CalendarPlace | null>(null);
