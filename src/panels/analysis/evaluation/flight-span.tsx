// Which lines of a conditions file count, and the time of the flight where a person states it.
import { useState } from "react";
import {
  rowsOfSurvey,
  withStatedSpan,
  type Span,
} from "../../../domain/evaluation/condition/counted-rows.ts";
import type { ConditionRow } from "../../../domain/evaluation/condition-record.ts";
import { siteInstant, siteText } from "../../../domain/plant/site-time.ts";
import type { StoredConditions } from "../../../state/settings/evaluation.ts";
import { t } from "../../../state/shell/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { Alert } from "../../../ui/feedback.tsx";
import { SiteTimeField } from "../../record/site-time-field.tsx";
import { rowsOf, timedOf, type ConditionDraft } from "./condition-draft.ts";
import { countedWords, spanWords } from "./counted-words.ts";
import css from "./evaluation.module.css";

type FlightSpanProps = {
  stored: StoredConditions;
  draft: ConditionDraft;
  isReadOnly: boolean;
  onChange: (fields: Partial<ConditionDraft>) => void;
};

export function FlightSpan({ stored, draft, isReadOnly, onChange }: FlightSpanProps) {
  const { time_zone, flight } = stored;
  const timed = timedOf(stored, draft);
  if (timed.length === 0) return null;
  const single = rowsOf({ ...draft, timed: [] });
  const { lines } = rowsOfSurvey([...single, ...timed], flight);
  return (
    <section className={css.group} aria-label={t("evaluation:flight.title")}>
      <h4>{t("evaluation:flight.title")}</h4>
      <p className={css.lead}>{t("evaluation:flight.lead")}</p>
      <ul className={css.plain} aria-label={t("evaluation:counted.title")}>
        {lines.map((one) => {
          const words = `${t(`evaluation:quantity.${one.quantity}`)}: ${countedWords(time_zone, one)}`;
          return (
            <li key={one.quantity}>{one.refused ? <Alert tone="watch">{words}</Alert> : words}</li>
          );
        })}
      </ul>
      {isReadOnly ? null : (
        <StatedSpan zone={time_zone} timed={timed} onTimed={(next) => onChange({ timed: next })} />
      )}
    </section>
  );
}

type StatedProps = {
  zone: string;
  timed: readonly ConditionRow[];
  onTimed: (timed: ConditionRow[]) => void;
};

function StatedSpan({ zone, timed, onTimed }: StatedProps) {
  const stated = coverOf(timed.filter(({ source }) => source === "stated"));
  const all = coverOf(timed);
  const shown = stated ?? all;
  const [from, setFrom] = useState(shown ? siteText(zone, shown.from) : "");
  const [to, setTo] = useState(shown ? siteText(zone, shown.to) : "");
  const span = spanOf(siteInstant(zone, from), siteInstant(zone, to));
  const next = span && withStatedSpan(timed, span);
  const isNone = next !== null && !next.some(({ source }) => source === "stated");
  const isReversed = span !== null && span.to < span.from;
  const error = isReversed
    ? t("evaluation:flight.order")
    : isNone && all
      ? t("evaluation:flight.none", { span: spanWords(zone, all) })
      : null;
  return (
    <>
      <div className={css.fields}>
        <SiteTimeField
          label={t("evaluation:flight.from")}
          zone={zone}
          value={from}
          onChange={setFrom}
        />
        <SiteTimeField
          label={t("evaluation:flight.to")}
          zone={zone}
          value={to}
          onChange={setTo}
          error={error}
        />
      </div>
      <div className={css.acts}>
        <Button
          size="sm"
          isDisabled={next === null || error !== null}
          onPress={() => next && onTimed(next)}
        >
          {t("evaluation:flight.apply")}
        </Button>
        {stated ? (
          <Button size="sm" onPress={() => onTimed(withStatedSpan(timed, null))}>
            {t("evaluation:flight.clear")}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function spanOf(from: string | null, to: string | null): Span | null {
  if (from === null || to === null) return null;
  // The field has minutes: the last one counts as a whole.
  return { from, to: new Date(Date.parse(to) + 59_999).toISOString() };
}

function coverOf(rows: readonly ConditionRow[]): Span | null {
  const times = rows
    .flatMap(({ measured_at }) => (measured_at === null ? [] : [measured_at]))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const [from, to] = [times[0], times.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}
