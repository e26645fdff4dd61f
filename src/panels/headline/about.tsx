// How the numbers of the headline are calculated: formula, inputs, assumptions and sources.
import { useAtomValue } from "jotai";
import { Info } from "lucide-react";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { Headline, Lead } from "../../domain/plant/headline.ts";
import { agedShare } from "../../domain/loss/component-loss.ts";
import type { LossSettings } from "../../domain/loss/loss-settings.ts";
import { energyKeyFigures, type LostEnergy } from "../../domain/plant/lost-energy.ts";
import {
  besideWords,
  energyWithRange,
  formatEnergy,
  lostMoney,
  tariffWords,
} from "../../state/plant/analysis/energy-words.ts";
import { assumedPriceAtom } from "../../state/plant/analysis/headline.ts";
import { plantAtom, plantClockAtom } from "../../state/plant/plant.ts";
import { componentTypeInText, keyFigureName } from "../../state/plant/column/value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { IconButton } from "../../ui/button.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { EnergyOnly } from "../energy-only.tsx";
import { LossTable, ModulePowerNote } from "./loss-table.tsx";
import css from "./headline.module.css";

export function About({ headline, lead }: { headline: Headline; lead: Lead }) {
  const title = t("headline:about.title");
  return (
    <Popover
      label={title}
      trigger={
        <IconButton size="sm" label={title}>
          <Info size={15} aria-hidden="true" />
        </IconButton>
      }
    >
      <div className={css.about}>
        <h3>{t("headline:about.findings")}</h3>
        <p>{t("headline:about.findings_text", { name: keyFigureName(lead.keyFigure) })}</p>
        <p>{t("headline:about.findings_list")}</p>
        <p>
          {t("headline:about.change_text")}
          <Compared headline={headline} lead={lead} />
        </p>
        <h3>{t("headline:about.energy")}</h3>
        <Energy headline={headline} />
      </div>
    </Popover>
  );
}

/** With which survey: it need not be the one before, which may not have measured this key figure. */
function Compared({
  headline: { previous },
  lead: { before },
}: {
  headline: Headline;
  lead: Lead;
}) {
  const clock = useAtomValue(plantClockAtom);
  if (!previous || !before) return null;
  const words = { name: previous.name, date: clock.day(previous.flown_at) };
  return ` ${t("headline:about.compared", words)}`;
}

function Energy({ headline: { lost_energy, previous, loss } }: { headline: Headline }) {
  const assumedPrice = useAtomValue(assumedPriceAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  if (lost_energy === null) {
    const inputs = plant ? energyKeyFigures(plant.technology).flat() : [];
    return (
      <>
        <p>{t("headline:about.unknown", { names: listed(inputs) })}</p>
        <ModulePowerNote />
      </>
    );
  }
  const left = lost_energy.missing_key_figure_ids
    .map(keyFigureById)
    .filter((one) => one !== undefined);
  const before = previous?.lost_energy;
  return (
    <>
      {lost_energy.parts.map((part) => (
        <Part
          key={part.key_figure_id}
          part={part}
          capacity={plant?.nominal_capacity ?? 0}
          loss={loss}
        />
      ))}
      {lost_energy.parts.length > 1 ? (
        <p>{t("headline:about.sum", { energy: energyWithRange(lost_energy) })}</p>
      ) : null}
      {loss.tariff === null ? (
        <EnergyOnly price={loss} />
      ) : (
        <p>
          {t("headline:about.money", {
            energy: energyWithRange(lost_energy),
            tariff: tariffWords(loss),
            money: lostMoney(lost_energy),
          })}
        </p>
      )}
      {besideWords(lost_energy).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {assumedPrice === null ? null : <p>{assumedPrice}</p>}
      <LossTable />
      {left.length > 0 ? <p>{t("headline:about.left_out", { names: listed(left) })}</p> : null}
      {before ? <p>{t("headline:about.before", { energy: energyWithRange(before) })}</p> : null}
      <p>{t("headline:about.noise")}</p>
    </>
  );
}

type PartProps = {
  part: LostEnergy["parts"][number];
  /** Megawatts. */
  capacity: number;
  loss: LossSettings;
};

function Part({ part, capacity, loss }: PartProps) {
  const keyFigure = keyFigureById(part.key_figure_id);
  if (!keyFigure) return null;
  const { key, component_type, unit } = keyFigure;
  const isHeat = component_type === "absorber_tube";
  const { sum, value_count, component_count } = part;
  // What an earlier version kept for use without a network has none.
  const { uncertainty }: Partial<typeof part> = part;
  const words = {
    name: keyFigureName(keyFigure),
    sum: `${formatNumber(sum, 0)}\u202F${unit}`,
    mean: `${formatNumber(sum / Math.max(1, value_count), 2)}\u202F${unit}`,
    energy: uncertainty
      ? energyWithRange({ mwh: part.mwh, uncertainty })
      : `≈\u202F${formatEnergy(part.mwh)}`,
    efficiency: formatNumber(loss.cycle_efficiency_percent / 100),
    hours: formatNumber(isHeat ? loss.operating_hours : loss.full_load_hours, 0),
    aged: formatNumber(agedShare(loss), 3),
    capacity: formatNumber(capacity, 1),
    count: formatNumber(value_count),
    all: formatNumber(component_count),
    components: componentTypeInText(component_type, true),
  };
  return (
    <>
      <p>
        <strong>{t(`headline:formula.${key}`, words)}</strong>
      </p>
      <p>{t("headline:about.measured", words)}</p>
      <p className={css.quiet}>{t(`headline:source.${key}`, words)}</p>
    </>
  );
}

function listed(keyFigures: readonly KeyFigure[]): string {
  return keyFigures.map(keyFigureName).join(", ");
}
