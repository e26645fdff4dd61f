// Metered energy beside the calculated losses: the whole plant, then each meter against the others of its type.
import { useState } from "react";
import { useAtom, useAtomValue } from "jotai";
import { FileUp, Gauge } from "lucide-react";
import {
  meterPeriods,
  type ComparedMeter,
  type MeterComparison,
} from "../../domain/meter/meter.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { meterFileAtom } from "../../state/import/handed-file.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { dayRange } from "../../state/plant/analysis/meter-words.ts";
import { meteredEnergyAtom, meterPeriodAtom } from "../../state/plant/analysis/metered-energy.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { LoadFault } from "../load-fault.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { MeterRow } from "./meter-row.tsx";
import { PlantSum } from "./plant-sum.tsx";
import css from "./metered-energy.module.css";

export function MeteredEnergy() {
  const compared = useAtomValue(meteredEnergyAtom);
  const id = useAtomValue(analysisIdAtom);
  const mayImport = useAtomValue(askAtom)("meteredEnergy.importFile") === null;
  const [isImporting, setImporting] = useState(false);
  const [handed, setHanded] = useAtom(meterFileAtom);
  if (useAtomValue(offlineAtom) !== null) {
    return <Alert tone="watch">{t("metered-energy:offline")}</Alert>;
  }
  if (compared.state === "failed") return <LoadFault fault={compared.fault} />;
  const button = mayImport ? (
    <Button icon={<FileUp size={14} aria-hidden="true" />} onPress={() => setImporting(true)}>
      {t("metered-energy:import")}
    </Button>
  ) : null;
  const close = () => {
    setImporting(false);
    setHanded(null);
  };
  const isOpen = isImporting || (mayImport && handed !== null);
  const dialog = isOpen ? (
    <ImportDialog key={handed?.name ?? ""} handed={handed} onClose={close} />
  ) : null;
  const icon = <Gauge size={22} aria-hidden="true" />;
  if (id === null) return <EmptyState icon={icon} title={t("metered-energy:no_analysis")} />;
  if (compared.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  if (compared.value.meters.length === 0) {
    return (
      <>
        <EmptyState icon={icon} title={t("metered-energy:none")} actions={button}>
          {t("metered-energy:none_text")}
        </EmptyState>
        {dialog}
      </>
    );
  }
  return (
    <div className={css.panel}>
      <p className={css.soft}>{t("metered-energy:about")}</p>
      <Compared of={compared.value} />
      {button}
      {dialog}
    </div>
  );
}

/** Those that deliver least of what the survey leaves come first; those that are not compared come last, by name. */
function byRest(a: ComparedMeter, b: ComparedMeter): number {
  const rest = ({ against_others, explained }: ComparedMeter) =>
    against_others === null ? Infinity : against_others - (explained ?? 0);
  const [first, second] = [rest(a), rest(b)];
  return first === second
    ? a.name.localeCompare(b.name, undefined, { numeric: true })
    : first - second;
}

function Compared({ of }: { of: MeterComparison }) {
  const [period, setPeriod] = useAtom(meterPeriodAtom);
  const { from, to, time_zone, meters, common_days } = of;
  const isEmpty = from === null || to === null || from >= to;
  return (
    <>
      <Select
        label={t("metered-energy:period")}
        options={meterPeriods.map((id) => ({ id, label: t(`metered-energy:periods.${id}`) }))}
        value={period}
        onChange={setPeriod}
      />
      {isEmpty ? (
        <p role="status">{t("metered-energy:no_days")}</p>
      ) : (
        <>
          <p className={css.soft}>
            {t("metered-energy:days", { ...dayRange({ from, to }), zone: time_zone })}
          </p>
          <PlantSum of={of.plant} />
        </>
      )}
      <section className={css.block} aria-label={t("metered-energy:meters")}>
        <h3>{t("metered-energy:meters")}</h3>
        {isEmpty ? null : (
          <p className={css.soft}>
            {common_days > 0
              ? t("metered-energy:same_days", { count: common_days, n: formatNumber(common_days) })
              : t("metered-energy:no_same_days")}{" "}
            {t("metered-energy:rest_text")}
          </p>
        )}
        <ul className={css.list}>
          {meters.toSorted(byRest).map((meter) => (
            <MeterRow key={meter.id} meter={meter} />
          ))}
        </ul>
      </section>
    </>
  );
}
