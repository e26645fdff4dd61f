// The energy of the whole plant beside what is expected and what the survey calculates as lost. Nothing is blended.
import { LEAST_YEAR, type MeterComparison } from "../../domain/meter/meter.ts";
import type { Energy } from "../../domain/loss/energy-text.ts";
import { energyWithRange, formatEnergy } from "../../state/plant/analysis/energy-words.ts";
import { knownWords, meteredEnergy, signedShare } from "../../state/plant/analysis/meter-words.ts";
import { formatShare, t } from "../../state/shell/locale.ts";
import css from "./metered-energy.module.css";

/** What rests on the settings of the plant is no measurement. */
const about = (words: string) => `≈\u202F${words}`;

/** "99.69 ± 0.04 GWh/a", with what is left at least where modules may be faulty. */
function leftWords(left: Energy, least: number | null): string {
  const sum = energyWithRange(left);
  return least === null ? sum : t("metered-energy:at_least", { sum, least: formatEnergy(least) });
}

/** The metered energy against what is left, and against the least that may be left. */
function differenceWords(mwh: number, left: number, least: number | null): string {
  const from = signedShare(mwh / left - 1);
  return least === null || least === 0
    ? from
    : t("metered-energy:between", { from, to: signedShare(mwh / least - 1) });
}

export function PlantSum({ of }: { of: MeterComparison["plant"] }) {
  if (of === null) return <p className={css.soft}>{t("metered-energy:no_plant")}</p>;
  const { source, mwh, coverage, expected_mwh, calculated, is_year } = of;
  const lost = calculated && {
    mwh: calculated.mwh,
    money: 0,
    uncertainty: { mwh: calculated.uncertainty, money: 0 },
    most: calculated.most_mwh === null ? null : { mwh: calculated.most_mwh },
  };
  const part = calculated && knownWords(calculated);
  const left = expected_mwh === null || calculated === null ? null : expected_mwh - calculated.mwh;
  // Modules that may be faulty leave less.
  const most = calculated?.most_mwh ?? null;
  const least = expected_mwh === null || most === null ? null : Math.max(0, expected_mwh - most);
  return (
    <section className={css.block} aria-label={t("metered-energy:plant")}>
      <h3>{t("metered-energy:plant")}</h3>
      <dl className={css.facts}>
        <dt>
          {t("metered-energy:metered")}
          <small>
            {t(`metered-energy:source.${source}`)},{" "}
            {t("metered-energy:coverage", { share: formatShare(coverage) })}
          </small>
        </dt>
        <dd>{meteredEnergy(mwh)}</dd>
        <dt>
          {t("metered-energy:expected")}
          <small>{t("metered-energy:expected_text")}</small>
        </dt>
        <dd>
          {expected_mwh === null ? t("metered-energy:unknown") : about(formatEnergy(expected_mwh))}
        </dd>
        <dt>
          {t("metered-energy:calculated")}
          {part === null ? null : <small>{part}</small>}
        </dt>
        <dd>{lost === null ? t("metered-energy:unknown") : energyWithRange(lost)}</dd>
        {is_year && part === null && lost !== null && left !== null && left > 0 ? (
          <>
            <dt>{t("metered-energy:left")}</dt>
            <dd>{about(leftWords({ ...lost, mwh: left, most: null }, least))}</dd>
            <dt>
              {t("metered-energy:difference")}
              <small>{t("metered-energy:difference_text")}</small>
            </dt>
            <dd>{about(differenceWords(mwh, left, least))}</dd>
          </>
        ) : null}
      </dl>
      {is_year ? null : (
        <p className={css.soft}>
          {t("metered-energy:not_year", { least: formatShare(LEAST_YEAR, 0) })}
        </p>
      )}
    </section>
  );
}
