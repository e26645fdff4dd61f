// The findings by class, or by severity for a measured key figure, worst first. A press shows only these.
import { useAtomValue, useSetAtom } from "jotai";
import type { Severity } from "../../domain/key-figure/key-figure.ts";
import type { Lead } from "../../domain/plant/headline.ts";
import { chooseKeyFigure } from "../../state/plant/column/key-figure.ts";
import { showClasses } from "../../state/plant/column/legend.ts";
import {
  classColourAtom,
  severityColoursAtom,
  severitySymbol,
} from "../../state/plant/column/value-colour.ts";
import { className, severityName } from "../../state/plant/column/value-words.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import css from "./headline.module.css";

const severities: readonly Severity[] = [3, 2, 1];

export function Classes({ lead: { keyFigure, figure } }: { lead: Lead }) {
  const classColour = useAtomValue(classColourAtom);
  const colours = useAtomValue(severityColoursAtom);
  const choose = useSetAtom(chooseKeyFigure);
  const only = useSetAtom(showClasses);
  const isJudged = keyFigure.direction !== "neutral";
  const rows =
    keyFigure.kind === "u8"
      ? keyFigure.classes
          .filter(({ severity }) => severity > 0)
          .toSorted((a, b) => b.severity - a.severity)
          .map(({ value, severity }) => ({
            value,
            severity,
            name: className(keyFigure, value),
            colour: classColour(keyFigure, value),
            count: figure.class_counts[value] ?? 0,
          }))
      : severities.map((severity) => ({
          value: severity,
          severity,
          name: severityName(severity),
          colour: colours[severity],
          count: figure.severity_counts[severity] ?? 0,
        }));
  return (
    <ul className={css.classes} aria-label={t("headline:by_class")}>
      {rows
        .filter(({ count }) => count > 0)
        .map(({ value, severity, name, colour, count }) => (
          <li key={value}>
            <button
              type="button"
              className={css.classButton}
              onClick={() => {
                choose(keyFigure.id);
                only([value]);
              }}
            >
              <SeverityMark
                symbol={isJudged ? severitySymbol(severity) : "square"}
                colour={colour}
              />
              <span className={css.className}>{name}</span>
              <span className={css.number}>{formatNumber(count)}</span>
              <span className={css.number}>{formatShare(count / figure.value_count)}</span>
            </button>
          </li>
        ))}
    </ul>
  );
}
