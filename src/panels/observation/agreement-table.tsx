// The confusion table of the key figure on the map: the drone's class over the person's, by component.
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, Scale } from "lucide-react";
import type { KeyFigure, Severity } from "../../domain/key-figure/key-figure.ts";
import { observedAgreementAtom } from "../../state/observation/agreement.ts";
import { closeView } from "../../state/observation/open.ts";
import { selectObserved } from "../../state/observation/select.ts";
import { analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import {
  className,
  keyFigureName,
  severityName,
  severityRange,
} from "../../state/plant/column/value-words.ts";
import { siteClock, type SiteClock } from "../../state/shell/site-clock.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import css from "./agreement.module.css";

export function AgreementTable() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const analysis = useAtomValue(analysisAtom);
  const found = useAtomValue(observedAgreementAtom);
  const close = useSetAtom(closeView);
  return (
    <section className={css.panel} aria-label={t("observation:agreement.title")}>
      <header className={css.head}>
        <IconButton size="sm" label={t("observation:back")} onPress={() => close()}>
          <ArrowLeft size={15} aria-hidden="true" />
        </IconButton>
        <h3>{t("observation:agreement.title")}</h3>
      </header>
      {keyFigure ? (
        <p className={css.quiet}>
          {[keyFigureName(keyFigure), analysis?.name].filter(Boolean).join(" · ")}
          {found && analysis ? (
            <>
              <br />
              {datesWords(siteClock(analysis.time_zone), analysis.flown_at, found)}
            </>
          ) : null}
        </p>
      ) : null}
      {keyFigure && found ? (
        <Table keyFigure={keyFigure} found={found} />
      ) : (
        <EmptyState
          icon={<Scale size={20} aria-hidden="true" />}
          title={t("observation:agreement.none")}
        >
          {t("observation:agreement.none_hint")}
        </EmptyState>
      )}
    </section>
  );
}

/** When the drone flew, and when the people whose observations count were there. */
function datesWords(clock: SiteClock, flown_at: string, { cells }: Found): string {
  const seen = cells
    .flat(2)
    .map(({ one }) => one.observed_at)
    .toSorted();
  return t("observation:agreement.dates", {
    flown: clock.day(flown_at),
    from: clock.day(seen[0]!),
    to: clock.day(seen.at(-1)!),
  });
}

type Found = NonNullable<ReturnType<typeof useFound>>;
const useFound = () => useAtomValue(observedAgreementAtom);

function Table({ keyFigure, found }: { keyFigure: KeyFigure; found: Found }) {
  const select = useSetAtom(selectObserved);
  const { classes, cells, count, agreed, kappa, byClass } = found;
  const nameOf = (value: number) =>
    keyFigure.kind === "u8" ? className(keyFigure, value) : severityName(value as Severity);
  const limits = useAtomValue(limitsAtom);
  /** "Watch (45 to 52 °C)": which numbers are of the class. */
  const rangeOf = (value: number) =>
    keyFigure.kind === "u8" ? "" : ` (${severityRange(keyFigure, limits, value as Severity)})`;
  const share = (part: number, of: number) => (of === 0 ? "–" : formatShare(part / of, 0));
  return (
    <div className={css.body}>
      <dl className={css.facts}>
        <dt>{t("observation:agreement.count")}</dt>
        <dd>{formatNumber(count)}</dd>
        <dt>{t("observation:agreement.agreed")}</dt>
        <dd>
          {formatNumber(agreed)} ({share(agreed, count)})
        </dd>
        <dt>{t("observation:agreement.kappa")}</dt>
        <dd>{kappa === null ? "–" : formatNumber(kappa, 2)}</dd>
      </dl>
      <div className={css.scroll}>
        <table className={css.table} aria-label={t("observation:agreement.title")}>
          <thead>
            <tr>
              <th scope="col">{t("observation:agreement.corner")}</th>
              {classes.map((value) => (
                <th key={value} scope="col">
                  {nameOf(value)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classes.map((drone, row) => (
              <tr key={drone}>
                <th scope="row">{nameOf(drone)}</th>
                {classes.map((person, column) => {
                  const pairs = cells[row]![column]!;
                  const label = t("observation:agreement.cell", {
                    n: formatNumber(pairs.length),
                    drone: nameOf(drone),
                    person: nameOf(person),
                  });
                  return (
                    <td key={person} data-same={row === column} data-any={pairs.length > 0}>
                      {pairs.length === 0 ? (
                        "0"
                      ) : (
                        <button
                          type="button"
                          className={css.cell}
                          title={label}
                          aria-label={label}
                          onClick={() => select(pairs.map(({ one }) => one))}
                        >
                          {formatNumber(pairs.length)}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css.key}>
        <span data-same={true}>{t("observation:agreement.agreed")}</span>
        <span data-same={false}>{t("observation:agreement.differs")}</span>
      </p>
      <ul className={css.classes}>
        {byClass.map(({ value, seen, said, both }) => (
          <li key={value}>
            <strong>
              {nameOf(value)}
              {rangeOf(value)}
            </strong>
            <span>
              {seen === 0
                ? t("observation:agreement.never_seen")
                : t("observation:agreement.found", {
                    found: share(both, seen),
                    seen: formatNumber(seen),
                  })}{" "}
              {said === 0
                ? t("observation:agreement.never_said")
                : t("observation:agreement.right", {
                    right: share(both, said),
                    said: formatNumber(said),
                  })}
            </span>
          </li>
        ))}
      </ul>
      <p className={css.quiet}>
        {t("observation:agreement.note")}{" "}
        {keyFigure.kind === "u8" ? "" : `${t("observation:agreement.limits_note")} `}
        {t("observation:agreement.kappa_note")}
      </p>
    </div>
  );
}
