// The text of the printed work order: its facts, and a table of the stops with boxes to tick.
import { useAtomValue } from "jotai";
import { Check } from "lucide-react";
import type { Severity } from "../../domain/key-figure/key-figure.ts";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { distanceWords } from "../../state/field/distance-words.ts";
import { componentTypeName, severityName } from "../../state/plant/column/value-words.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import { assigneeName, faultName, statusName } from "../../state/plant/finding/words.ts";
import { stopName, walkLengthAtom, walkStopsAtom } from "../../state/plant/work-order/listed.ts";
import { orderStatusName } from "../../state/plant/work-order/words.ts";
import { formatDay, formatNumber, t } from "../../state/shell/locale.ts";
import css from "./order-sheet.module.css";

type SheetProps = {
  order: WorkOrder;
  /** The map above it has the title, and says what the length of the walk means. */
  hasMap: boolean;
};

export function SheetStops({ order, hasMap }: SheetProps) {
  const stops = useAtomValue(walkStopsAtom);
  const length_m = useAtomValue(walkLengthAtom);
  const placed = stops.filter(({ place }) => place !== null).length;
  const facts = [
    [t("work-order:field.status"), orderStatusName(order.status)],
    [t("work-order:field.priority"), t(`work-order:priority.${order.priority}`)],
    [t("work-order:field.assignee_id"), assigneeName(order) || t("finding:unassigned")],
    [t("work-order:field.due_on"), order.due_on ? formatDay(order.due_on) : "–"],
    [
      t("work-order:walk"),
      t("work-order:walk_length", {
        count: placed,
        n: formatNumber(placed),
        distance: distanceWords(length_m),
      }),
    ],
  ] as const;
  return (
    <>
      {hasMap ? null : (
        <h2>
          {workOrderCode(order.number)} {order.title}
        </h2>
      )}
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.note === "" ? null : <p className={css.note}>{order.note}</p>}
      {hasMap ? null : <p className={css.small}>{t("work-order:walk_straight")}</p>}
      <table>
        <thead>
          <tr>
            <th>{t("work-order:sheet.number")}</th>
            <th>{t("work-order:sheet.done")}</th>
            <th>{t("work-order:sheet.component")}</th>
            <th>{t("finding:filter.fault")}</th>
            <th>{t("finding:filter.severity")}</th>
            <th>{t("work-order:danger")}</th>
            <th className={css.remark}>{t("work-order:sheet.remark")}</th>
          </tr>
        </thead>
        <tbody>
          {stops.flatMap((stop, at) =>
            stop.findings.map((life, index) => {
              const { component_type, row } = stop;
              const severity = life.severity as Severity | null;
              const isDone = life.status === "done" || life.status === "verified";
              return (
                <tr key={life.id}>
                  <td>{index > 0 ? "" : stop.place ? formatNumber(at + 1) : "–"}</td>
                  <td>
                    <span className={css.box} aria-hidden="true">
                      {isDone ? <Check /> : null}
                    </span>
                    {isDone ? <small>{statusName(life.status)}</small> : null}
                  </td>
                  <td>
                    <strong>{stopName(stop)}</strong>
                    <small>
                      {componentTypeName(component_type)}
                      {row === null
                        ? ` · ${t("finding:gone")}`
                        : ` · ${pathName({ component_type, row })}`}
                    </small>
                  </td>
                  <td>{faultName(life)}</td>
                  <td>{severity === null ? "–" : severityName(severity)}</td>
                  <td>{life.is_dangerous ? t("work-order:danger") : ""}</td>
                  <td aria-label={t("work-order:sheet.remark")} />
                </tr>
              );
            }),
          )}
        </tbody>
      </table>
      <p className={css.sign}>
        {t("work-order:sheet.day")} ____________________ {t("work-order:sheet.signature")}{" "}
        ________________________________
      </p>
    </>
  );
}
