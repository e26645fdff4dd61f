// The findings of a stop: how severe each is, what it is, and how it stands.
import { useAtomValue } from "jotai";
import type { OrderStop } from "../../domain/work-order/work-order-list.ts";
import type { Severity } from "../../domain/key-figure/key-figure.ts";
import { waitingFinishedAtom } from "../../state/observation/waiting.ts";
import { severityColoursAtom, severitySymbol } from "../../state/plant/column/value-colour.ts";
import { severityName } from "../../state/plant/column/value-words.ts";
import { faultName, statusName } from "../../state/plant/finding/words.ts";
import { t } from "../../state/shell/locale.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import css from "./work-orders.module.css";

export function StopFindings({ stop }: { stop: OrderStop }) {
  const colours = useAtomValue(severityColoursAtom);
  const waiting = useAtomValue(waitingFinishedAtom);
  return stop.findings.map((life) => {
    const severity = life.severity as Severity | null;
    return (
      <span key={life.id} className={css.fault}>
        {severity === null ? null : (
          <SeverityMark
            symbol={severitySymbol(severity)}
            colour={colours[severity]}
            label={severityName(severity)}
          />
        )}
        <span>{faultName(life)}</span>
        <span className={css.soft}>
          {waiting.has(life.id) ? t("work-order:waits") : statusName(life.status)}
        </span>
        <span className={css.soft} title={t("work-order:finding_id")}>
          #{life.id}
        </span>
      </span>
    );
  });
}
