// One meter: what it counted, how it compares with the others of its type, and what of that the survey explains.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Ellipsis, MapPin, Network, Sun, Tag, Trash2 } from "lucide-react";
import type { ComparedMeter } from "../../domain/meter/meter.ts";
import { askAtom } from "../../state/account/ask.ts";
import { energyWithRange } from "../../state/plant/analysis/energy-words.ts";
import {
  aloneWords,
  knownWords,
  meteredEnergy,
  signedPoints,
  signedShare,
} from "../../state/plant/analysis/meter-words.ts";
import { assignMeter, removeMeter } from "../../state/plant/analysis/metered-energy.ts";
import { componentTypeInText } from "../../state/plant/column/value-words.ts";
import { openComponentAtom } from "../../state/plant/component/component.ts";
import { openNameAtom } from "../../state/plant/component/open-name.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { Menu, type MenuEntry } from "../../ui/overlay.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { usePending } from "../pending.ts";
import css from "./metered-energy.module.css";

/** Parts of one plant do not differ so much: another component is meant, or another unit. */
const IMPLAUSIBLE = 0.5;

export function MeterRow({ meter }: { meter: ComparedMeter }) {
  const alone = aloneWords(meter);
  const { mwh, coverage, full_hours } = meter;
  return (
    <li className={css.meter}>
      <div className={css.head}>
        <div>
          <strong>{meter.name}</strong>
          <small>{countsWords(meter)}</small>
        </div>
        <Acts meter={meter} />
      </div>
      <p className={css.soft}>
        {[
          meteredEnergy(mwh),
          t("metered-energy:coverage", { share: formatShare(coverage) }),
          ...(full_hours === null
            ? []
            : [t("metered-energy:full_hours", { hours: formatNumber(full_hours, 0) })]),
        ].join(" · ")}
      </p>
      {alone === null ? <Differences meter={meter} /> : <p className={css.soft}>{alone}</p>}
    </li>
  );
}

function countsWords({ is_plant, component_name, component_type }: ComparedMeter): string {
  if (is_plant) return t("metered-energy:counts.plant");
  if (component_name === null || component_type === null) return t("metered-energy:counts.none");
  const words = { name: component_name, type: componentTypeInText(component_type) };
  return t("metered-energy:counts.component", words);
}

function Differences({ meter }: { meter: ComparedMeter }) {
  const { against_others, explained, calculated, calculated_share } = meter;
  const part = calculated && knownWords(calculated);
  if (against_others === null) return null;
  const lost = calculated && {
    mwh: calculated.mwh,
    money: 0,
    uncertainty: { mwh: calculated.uncertainty, money: 0 },
    most: calculated.most_mwh === null ? null : { mwh: calculated.most_mwh },
  };
  const facts = (
    <dl className={css.facts}>
      <dt>{t("metered-energy:against")}</dt>
      <dd>{signedShare(against_others)}</dd>
      <dt>{t("metered-energy:explained")}</dt>
      <dd>{explained === null ? t("metered-energy:unknown") : signedShare(explained)}</dd>
      {explained === null ? null : (
        <>
          <dt>{t("metered-energy:rest")}</dt>
          <dd>{signedPoints(against_others - explained)}</dd>
        </>
      )}
    </dl>
  );
  return (
    <>
      {facts}
      {lost === null || calculated_share === null ? null : (
        <p className={css.soft}>
          {t("metered-energy:lost_value", {
            energy: energyWithRange(lost),
            share: formatShare(calculated_share),
            uncertainty: formatShare(meter.calculated_share_uncertainty ?? 0),
          })}
          {part === null ? null : ` ${part}`}
        </p>
      )}
      {Math.abs(against_others) > IMPLAUSIBLE ? (
        <Alert tone="watch">{t("metered-energy:implausible")}</Alert>
      ) : null}
    </>
  );
}

function Acts({ meter }: { meter: ComparedMeter }) {
  const { name, dt_id, component_type, is_plant, is_assigned } = meter;
  const ask = useAtomValue(askAtom);
  const open = useAtomValue(openComponentAtom);
  const show = useSetAtom(openComponentAtom);
  const assign = useSetAtom(assignMeter);
  const remove = useSetAtom(removeMeter);
  const [isRemoving, setRemoving] = useState(false);
  const openName = useAtomValue(openNameAtom);
  const [isPending, whilePending] = usePending();
  const change = (body: { dt_id: string | null; is_plant: boolean }) =>
    void whilePending(async () => {
      await assign(meter, body);
      showDone(t("metered-energy:changed", { name }));
    });
  const label = t("metered-energy:act.menu", { name });
  const entries: MenuEntry[] = [];
  if (dt_id !== null && component_type !== null) {
    entries.push({
      id: "open",
      label: t("metered-energy:act.open"),
      icon: <MapPin size={15} aria-hidden="true" />,
      run: () => show({ component_type, dt_id }),
    });
  }
  if (ask("meteredEnergy.update") === null) {
    if (open && open.dt_id !== dt_id) {
      entries.push({
        id: "component",
        label: t("metered-energy:act.component", { name: openName }),
        icon: <Network size={15} aria-hidden="true" />,
        run: () => change({ dt_id: open.dt_id, is_plant: false }),
      });
    }
    if (!is_plant) {
      entries.push({
        id: "plant",
        label: t("metered-energy:act.plant"),
        icon: <Sun size={15} aria-hidden="true" />,
        run: () => change({ dt_id: null, is_plant: true }),
      });
    }
    if (is_assigned) {
      entries.push({
        id: "name",
        label: t("metered-energy:act.name"),
        icon: <Tag size={15} aria-hidden="true" />,
        run: () => change({ dt_id: null, is_plant: false }),
      });
    }
    entries.push({
      id: "remove",
      label: t("metered-energy:act.remove"),
      tone: "danger",
      icon: <Trash2 size={15} aria-hidden="true" />,
      run: () => setRemoving(true),
    });
  }
  if (entries.length === 0) return null;
  return (
    <>
      <Menu label={label} groups={[{ entries }]}>
        <IconButton label={label} size="sm" isDisabled={isPending}>
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
      </Menu>
      {isRemoving ? (
        <ConfirmDialog
          title={t("metered-energy:remove_title", { name })}
          confirmLabel={t("metered-energy:remove")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onClose={() => setRemoving(false)}
          onConfirm={() => {
            setRemoving(false);
            void whilePending(async () => {
              await remove(meter);
              showDone(t("metered-energy:removed", { name }));
            });
          }}
        >
          {t("metered-energy:remove_text")}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
