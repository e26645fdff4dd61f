// The files of which an evaluation measured nothing, or less, and what to do about it.
import type { ShownLog } from "../../../domain/evaluation/survey-log.ts";
import { problemWords } from "../../../state/shell/fault.ts";
import { formatNumber, t } from "../../../state/shell/locale.ts";
import { Alert } from "../../../ui/feedback.tsx";
import css from "./evaluation.module.css";

/** A survey can have thousands of images; the log has them all. */
const MOST_FILES = 20;

type NoticesProps = {
  log: Pick<ShownLog, "unconfirmed" | "unplaced" | "false_colour" | "nearest" | "range_ends">;
};

const rangeEndWords = ({ file, celsius, components }: ShownLog["range_ends"][number]) =>
  t("evaluation:log.range_end", {
    file,
    count: components,
    n: formatNumber(components),
    celsius: formatNumber(celsius, 1),
  });

export function FileNotices({
  log: { unconfirmed, unplaced, false_colour, nearest, range_ends },
}: NoticesProps) {
  const more = unplaced.length - MOST_FILES;
  const ended = range_ends.slice(0, MOST_FILES);
  return (
    <>
      {unconfirmed.length > 0 ? (
        <Alert tone="watch" title={t("evaluation:log.unconfirmed")}>
          {unconfirmed.join(", ")}
        </Alert>
      ) : null}
      {unplaced.length > 0 ? (
        <Alert tone="watch" title={t("evaluation:log.unplaced")}>
          <ul className={css.plain}>
            {unplaced.slice(0, MOST_FILES).map((one) => (
              <li key={one.file}>{problemWords(one)}</li>
            ))}
            {more > 0 ? (
              <li>{t("evaluation:log.unplaced_more", { files: formatNumber(more) })}</li>
            ) : null}
          </ul>
          {t("evaluation:log.unplaced_text")}
        </Alert>
      ) : null}
      {false_colour.length > 0 ? (
        <Alert tone="danger" title={t("evaluation:log.false_colour")}>
          {t("evaluation:log.false_colour_text", { files: false_colour.join(", ") })}
        </Alert>
      ) : null}
      {ended.length > 0 ? (
        <Alert tone="danger" title={t("evaluation:log.range_end_title")}>
          <ul className={css.plain}>
            {ended.map((one) => (
              <li key={one.file}>{rangeEndWords(one)}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {nearest.length > 0 ? (
        <Alert tone="watch" title={t("evaluation:log.nearest", { files: nearest.join(", ") })}>
          {t("evaluation:log.nearest_text")}
        </Alert>
      ) : null}
    </>
  );
}
