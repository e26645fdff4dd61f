// Why a day in the form of findings cannot be taken, in words.
import { calendarDateShape } from "../../domain/calendar-date.ts";
import { t } from "../../state/shell/locale.ts";

type DayWords = {
  /** Where the field is empty; null where it can be. */
  readonly missing: string | null;
  /** Where the day has not begun. */
  readonly future: string;
};

/**
 * @param day YYYY-MM-DD, empty for none
 * @param today the day at the plant
 * @returns null where the day can be taken
 */
export function dayError(day: string, today: string, words: DayWords): string | null {
  if (day === "") return words.missing;
  if (!calendarDateShape.safeParse(day).success) return t("refusal:date_out_of_range");
  return day > today ? words.future : null;
}
