// What the map shows for the component, first of all: the value in a word and a colour, why it has that colour,
// and the parts it comes from.
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowUp } from "lucide-react";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { openComponent, openRowAtom } from "../../state/plant/component/component.ts";
import { shortName } from "../../state/plant/component/component-words.ts";
import {
  parentValueAtom,
  shownValueAtom,
  type ShownValue,
} from "../../state/plant/column/shown-value.ts";
import {
  judgedWordsAtom,
  reasonWordsAtom,
  shownTitleWordsAtom,
  sourceWordsAtom,
} from "../../state/plant/column/shown-value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { severityColoursAtom, severitySymbol } from "../../state/plant/column/value-colour.ts";
import {
  componentTypeName,
  formatValue,
  keyFigureDescription,
  severityName,
} from "../../state/plant/column/value-words.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { Images } from "./images.tsx";
import { Parts } from "./parts.tsx";
import { ShownMark } from "../shown-mark.tsx";
import css from "./lead.module.css";

export function Lead({ result }: { result: ComponentResult | null }) {
  const shown = useAtomValue(shownValueAtom);
  const open = useAtomValue(openRowAtom);
  const reasonWords = useAtomValue(reasonWordsAtom);
  const sourceWords = useAtomValue(sourceWordsAtom);
  const titleWords = useAtomValue(shownTitleWordsAtom);
  const judged = useAtomValue(judgedWordsAtom);
  if (!open) return null;
  if (!shown) return <Images at={open} />;
  const isOther = shown.at.component_type !== open.component_type || shown.at.row !== open.row;
  const reason = reasonWords(shown);
  const source = sourceWords(shown);
  return (
    <section className={css.lead} aria-label={t("component:shown")}>
      <h4 className={css.title}>
        <ShownMark shown={shown} />
        <span>{titleWords(shown)}</span>
      </h4>
      <p className={css.why}>
        {shown.severity === null ? null : <strong>{severityName(shown.severity)}</strong>}
        {source === "" ? null : <span>{source}</span>}
        {judged(shown) === "" ? null : <span>{judged(shown)}</span>}
      </p>
      <p className={css.why}>{reason === "" ? keyFigureDescription(shown.keyFigure) : reason}</p>
      {shown.aggregate === null && !isOther ? <Neighbours shown={shown} result={result} /> : null}
      <Counts shown={shown} />
      <Images at={shown.at} parts={shown.parts} type={shown.keyFigure.component_type} />
      {shown.aggregate === null ? null : <Parts shown={shown} />}
      {isOther ? <Above shown={shown} /> : <Parent />}
    </section>
  );
}

function Neighbours({ shown, result }: { shown: ShownValue; result: ComponentResult | null }) {
  const { keyFigure } = shown;
  const own = result?.values.find(({ key_figure_id }) => key_figure_id === keyFigure.id);
  const median = own?.neighbours_median ?? null;
  if (median === null) return null;
  // Classes have no middle value: for an even count the lower class is the median.
  const value = keyFigure.kind === "u8" ? Math.floor(median) : median;
  return (
    <p className={css.soft}>
      {t("component:neighbours")}: {formatValue(keyFigure, value)}
    </p>
  );
}

function Counts({ shown: { parts, counts, missing, hidden, keyFigure } }: { shown: ShownValue }) {
  const colours = useAtomValue(severityColoursAtom);
  const isJudged = keyFigure.direction !== "neutral";
  if (parts.length < 2 && missing === 0 && hidden === 0) return null;
  return (
    <ul className={css.counts}>
      {([3, 2, 1, 0] as const).map((severity) =>
        isJudged && counts[severity] > 0 ? (
          <li key={severity}>
            <SeverityMark symbol={severitySymbol(severity)} colour={colours[severity]} />
            {formatNumber(counts[severity])} {severityName(severity)}
          </li>
        ) : null,
      )}
      {missing > 0 ? <li>{t("component:parts_missing", { n: formatNumber(missing) })}</li> : null}
      {hidden > 0 ? <li>{t("component:parts_hidden", { n: formatNumber(hidden) })}</li> : null}
    </ul>
  );
}

/** The component above, with what the map shows for it. */
function Parent() {
  const shown = useAtomValue(parentValueAtom);
  return shown ? <Above shown={shown} /> : null;
}

function Above({ shown }: { shown: ShownValue }) {
  const go = useSetAtom(openComponent);
  const { component_type } = shown.at;
  const source = useAtomValue(sourceWordsAtom)(shown);
  const title = useAtomValue(shownTitleWordsAtom)(shown, true);
  const words = [title, source].filter((one) => one !== "").join(" · ");
  return (
    <button type="button" className={css.above} onClick={() => go(shown.at, true)}>
      <ArrowUp size={14} aria-hidden="true" />
      <span>
        <strong>
          {componentTypeName(component_type)} {shortName(shown.at)}
        </strong>
        <small>{words}</small>
      </span>
    </button>
  );
}
