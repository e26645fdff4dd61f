// The ranges of days that lists offer, and today on the user's calendar.
import { localDay } from "../../domain/calendar-date.ts";
import { fixedDateRanges, yearOf, yearsOf, type DateRange } from "../../domain/date-range.ts";
import { t } from "./locale.ts";
import { serverNow } from "./server-time.ts";

/** Today in the user's time zone, as dates are shown. */
export function today(): string {
  return localDay(new Date(serverNow()));
}

/** The options of a list whose rows have these days; years only where there is more than one. */
export function dateRangeOptions(
  days: readonly string[],
): { readonly id: DateRange; readonly label: string }[] {
  const years = yearsOf(days);
  const yearly = years.length > 1 ? years.map((year): DateRange => `year_${year}`) : [];
  const ranges = fixedDateRanges.filter((range) => range !== "all_time");
  return [...ranges, ...yearly, "all_time" as const].map((id) => ({ id, label: wordsOf(id) }));
}

function wordsOf(range: DateRange): string {
  switch (range) {
    case "all_time":
    case "past_year":
      return t(`shell:range.${range}`);
    case "last_7_days":
      return t("shell:range.last_days", { count: 7 });
    case "last_30_days":
      return t("shell:range.last_days", { count: 30 });
    case "last_90_days":
      return t("shell:range.last_days", { count: 90 });
    default:
      return yearOf(range);
  }
}
