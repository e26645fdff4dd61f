// What was measured in an analysis, and who sees it.
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { hasResults, type Analysis } from "../../domain/analysis/analysis.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { askAtom } from "../../state/account/ask.ts";
import { formatDate, formatNumber, t } from "../../state/shell/locale.ts";
import { Badge, EmptyState } from "../../ui/feedback.tsx";
import { Evaluated } from "./evaluated.tsx";
import css from "./analysis.module.css";

export function ResultsTab({ analysis }: { analysis: Analysis }) {
  const { id, plant_id, key_figure_ids, image_count, visibility, released_at } = analysis;
  // The panel of the import says what the plant lacks.
  const target = { analysis, plant: { digitized: true } };
  const ask = useAtomValue(askAtom);
  const mayImport = ask("analysisResult.importFile", target) === null;
  const seesReports = ask("report.list") === null;
  const map = (
    <span className={css.links}>
      <Link href={`/plant/${plant_id}?analysis=${id}`} className={css.link}>
        {t("analysis:results.map")}
      </Link>
      {seesReports && hasResults(analysis) ? (
        <Link href={`/plant/${plant_id}?analysis=${id}&panel=reports`} className={css.link}>
          {t("analysis:results.report")}
        </Link>
      ) : null}
      {mayImport ? (
        <Link href={`/plant/${plant_id}?analysis=${id}&panel=result-import`} className={css.link}>
          {t("analyses:act.import")}
        </Link>
      ) : null}
    </span>
  );
  if (!hasResults(analysis)) {
    return (
      <EmptyState title={t("analysis:results.none")} actions={map}>
        {t("analysis:results.none_text")}
      </EmptyState>
    );
  }
  return (
    <div className={css.form}>
      <dl className={css.facts}>
        <dt>{t("analyses:field.visibility")}</dt>
        <dd>
          <Badge tone={visibility === "released" ? "good" : "neutral"}>
            {t(`analyses:visibility.${visibility}`)}
          </Badge>
        </dd>
        {released_at ? (
          <>
            <dt>{t("analysis:results.released_at")}</dt>
            <dd>{formatDate(released_at)}</dd>
          </>
        ) : null}
        <dt>{t("analysis:results.images")}</dt>
        <dd>{formatNumber(image_count)}</dd>
      </dl>
      <Evaluated analysis={analysis} />
      <ul className={css.figures}>
        {key_figure_ids.map((one) => (
          <li key={one}>{t(`key-figure:${keyFigureById(one)?.key ?? ""}.name`)}</li>
        ))}
      </ul>
      {map}
    </div>
  );
}
