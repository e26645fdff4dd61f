// The serial number of the component, the former ones, and the dialog that changes it.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { Pencil, Plus } from "lucide-react";
import type { SerialEntry } from "../../domain/serial-number/serial-number.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  componentResultAtom,
  openComponentAtom,
  openRowAtom,
} from "../../state/plant/component/component.ts";
import { shortName } from "../../state/plant/component/component-words.ts";
import { openSerialsAtom } from "../../state/plant/serial-number.ts";
import { formatDateTime, formatDay, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { CopyId } from "../copy-id.tsx";
import { LoadFault } from "../load-fault.tsx";
import { SerialDialog } from "../serial-number/serial-dialog.tsx";
import css from "./serial.module.css";

export function Serial() {
  const serials = useAtomValue(openSerialsAtom);
  const isCardKnown = useAtomValue(componentResultAtom).state === "ready";
  if (serials.state === "idle") return null;
  // The card says once that nothing could be loaded.
  if (serials.state === "failed" && !isCardKnown) return null;
  return (
    <section className={css.block} aria-label={t("serial-number:title")}>
      <h3>{t("serial-number:title")}</h3>
      {serials.state === "failed" ? <LoadFault fault={serials.fault} isSmall /> : null}
      {serials.state === "loading" ? <Skeleton label={t("shell:loading")} lines={1} /> : null}
      {serials.state === "ready" ? <Numbers of={serials.value} /> : null}
    </section>
  );
}

function Numbers({ of }: { of: readonly SerialEntry[] }) {
  const open = useAtomValue(openComponentAtom);
  const at = useAtomValue(openRowAtom);
  const refusal = useAtomValue(askAtom)("serialNumber.change");
  const [isEditing, setEditing] = useState(false);
  if (!open) return null;
  const present = of.find(({ ended_at }) => ended_at === null) ?? null;
  const former = of.filter((one) => one !== present);
  const Icon = present ? Pencil : Plus;
  return (
    <>
      <div className={css.present}>
        {present ? (
          <CopyId id={present.serial} shown={present.serial} />
        ) : (
          <span className={css.soft}>{t("serial-number:none")}</span>
        )}
        {refusal?.isHidden ? null : (
          <Button
            size="sm"
            kind="quiet"
            icon={<Icon size={14} aria-hidden="true" />}
            reason={reasonOf(refusal)}
            onPress={() => setEditing(true)}
          >
            {t(present ? "serial-number:change" : "serial-number:add")}
          </Button>
        )}
      </div>
      {present ? <small className={css.soft}>{wordsOf(present)}</small> : null}
      {former.length > 0 ? (
        <ul className={css.former} aria-label={t("serial-number:former")}>
          {former.map(({ id, serial, end, ended_by, ended_at }) => (
            <li key={id}>
              <s>{serial}</s> {end ? t(`serial-number:end.${end}`) : null}
              {ended_at === null ? null : (
                <small>
                  {t("serial-number:by", {
                    user: ended_by ?? t("serial-number:unknown_user"),
                    date: formatDateTime(ended_at),
                  })}
                </small>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {isEditing ? (
        <SerialDialog
          at={{ component_type: open.component_type, dt_id: open.dt_id }}
          name={at ? shortName(at) : open.dt_id}
          present={present}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}

/** "Installed on 3 Mar 2026 · Scanned · Ann Bee, 4 Mar 2026, 10:12" */
function wordsOf({ fitted_on, source, user_name, created_at }: SerialEntry): string {
  return [
    ...(fitted_on === null ? [] : [t("serial-number:fitted", { date: formatDay(fitted_on) })]),
    t(`serial-number:source.${source}`),
    t("serial-number:by", {
      user: user_name ?? t("serial-number:unknown_user"),
      date: formatDateTime(created_at),
    }),
  ].join(" · ");
}
