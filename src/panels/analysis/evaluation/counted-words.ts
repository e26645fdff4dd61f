// Which lines of a conditions file count, in words.
import {
  MOST_APART_MIN,
  MOST_HOURS,
  MOST_WANDER,
  type CountedLines,
  type Span,
} from "../../../domain/evaluation/condition/counted-rows.ts";
import {
  formatDateIn,
  formatNumber,
  formatPlainTimeIn,
  formatTimeIn,
  t,
} from "../../../state/shell/locale.ts";

/** By the clock of the plant; the day once where both are of one day. */
export function spanWords(zone: string, { from, to }: Span): string {
  const isOneDay = formatDateIn(zone, Date.parse(from)) === formatDateIn(zone, Date.parse(to));
  const end = isOneDay ? formatTimeIn(zone, Date.parse(to)) : formatPlainTimeIn(zone, to);
  return t("evaluation:counted.span", { from: formatPlainTimeIn(zone, from), to: end });
}

export function countedWords(zone: string, lines: CountedLines): string {
  const { basis, count, of, refused } = lines;
  return t(`evaluation:counted.${refused ?? basis}`, {
    lines: formatNumber(count),
    of: formatNumber(of),
    span: spanWords(zone, lines),
    hours: formatNumber(MOST_HOURS),
    minutes: formatNumber(MOST_APART_MIN),
    share: formatNumber(MOST_WANDER * 100),
  });
}
