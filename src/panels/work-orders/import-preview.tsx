// What a file of states would change, what is already so, and which of its columns are not read.
import type { WorkOrderImported } from "../../domain/work-order/work-order-import-shape.ts";
import { rmaName, rmaWords, statusName } from "../../state/plant/finding/words.ts";
import { fieldWords, orderStatusName } from "../../state/plant/work-order/words.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { formatDay, formatNumber, t } from "../../state/shell/locale.ts";
import css from "./work-orders.module.css";

/** The rest is counted. */
const MOST_SHOWN = 100;
const MOST_CODES = 10;

type FindingChange = WorkOrderImported["changes"][number]["findings"][number];

/** "Done → Verified", "RMA: Claimed (C-7) → RMA: Accepted (C-7)". */
function findingChange(change: FindingChange) {
  const { old_value, new_value, old_rma, new_rma, rma_claim } = change;
  const { new_parts, new_done_on, new_reason } = change;
  const now = rmaWords({ rma: new_rma, rma_claim });
  return [
    ...(old_value === new_value ? [] : [`${statusName(old_value)} → ${statusName(new_value)}`]),
    ...(new_reason === null ? [] : [`${t("finding:field.reason")}: ${new_reason}`]),
    ...(old_rma === "none" && new_rma === "none"
      ? []
      : [old_rma === new_rma ? now : `${rmaName(old_rma)} → ${now}`]),
    ...(new_parts === null ? [] : [`${t("finding:field.parts")}: ${new_parts}`]),
    ...(new_done_on === null ? [] : [t("finding:done_on", { day: formatDay(new_done_on) })]),
  ].join(", ");
}

export function ImportPreview({ of, name }: { of: WorkOrderImported; name: string }) {
  const { changes, unchanged, unread, notes } = of;
  const count = changes.length;
  const left = (
    <>
      {unchanged.length > 0 ? (
        <p className={css.soft}>
          {t("work-order:file.unchanged", {
            count: unchanged.length,
            n: formatNumber(unchanged.length),
            codes: unchanged.slice(0, MOST_CODES).join(", "),
          })}
        </p>
      ) : null}
      {unread.length > 0 ? (
        <p className={css.soft}>{t("work-order:file.unread", { names: unread.join(", ") })}</p>
      ) : null}
      {notes.map((note) => (
        <p key={note.reason} className={css.soft}>
          {problemWords(note)}
        </p>
      ))}
    </>
  );
  if (count === 0) {
    return (
      <section aria-label={t("work-order:file.preview")}>
        <p role="status">{t("work-order:file.nothing", { name })}</p>
        {left}
      </section>
    );
  }
  return (
    <section aria-label={t("work-order:file.preview")}>
      <p role="status">
        <strong>{t("work-order:file.would", { count, n: formatNumber(count), name })}</strong>
      </p>
      <ul className={css.changes}>
        {changes
          .slice(0, MOST_SHOWN)
          .map(({ code, title, old_value, new_value, fields, findings }) => (
            <li key={code}>
              <strong>
                {code} {title}
              </strong>
              {old_value === new_value ? null : (
                <span>
                  {orderStatusName(old_value)} → {orderStatusName(new_value)}
                </span>
              )}
              {fields.map(({ field, old_value: before, new_value: now }) => (
                <span key={field}>
                  {fieldWords({
                    field: field === "assignee" ? "assignee_id" : field,
                    old_value: before,
                    new_value: now,
                  })}
                </span>
              ))}
              {findings.slice(0, MOST_SHOWN).map((one) => (
                <small key={one.id}>
                  {one.dt_id}: {findingChange(one)}
                </small>
              ))}
            </li>
          ))}
      </ul>
      {count > MOST_SHOWN ? (
        <p className={css.soft}>
          {t("work-order:file.more", { n: formatNumber(count - MOST_SHOWN) })}
        </p>
      ) : null}
      {left}
    </section>
  );
}
