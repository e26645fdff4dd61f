// The energy of the whole plant beside what is expected and what the survey calculates as lost. Nothing is blended.
import { LEAST_YEAR, type MeterComparison } from "../../domain/meter/meter.ts";
import { energyWithRange, formatEnergy } from "../../state/plant/analysis/energy-words.ts";
import { meteredEnergy, signedShare } from "../../state/plant/analysis/meter-words.ts";
import { formatShare, t } from "../../state/shell/locale.ts";
import css from "./metered-energy.module.css";

/** What rests on the settings of the plant is no measurement. */
const about = (words: string) => `≈\u202F${words}`;

export function PlantSum({ of }: { of: MeterComparison["plant"] }) {
  if (of === null) return <p className={css.soft}>{t("metered-energy:no_plant")}</p>;
  const { source, mwh, coverage, expected_mwh, calculated, is_year } = of;
  const lost = calculated && {
    mwh: calculated.mwh,
    money: 0,
    uncertainty: { mwh: calculated.uncertainty, money: 0 },
    most: calculated.most_mwh === null ? null : { mwh: calculated.most_mwh },
  };
  const left = expected_mwh === null || calculated === null ? null : expected_mwh - calculated.mwh;
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
        <dt>{t("metered-energy:calculated")}</dt>
        <dd>{lost === null ? t("metered-energy:unknown") : energyWithRange(lost)}</dd>
        {is_year && lost !== null && left !== null && left > 0 ? (
          <>
            <dt>{t("metered-energy:left")}</dt>
            <dd>{about(energyWithRange({ ...lost, mwh: left }))}</dd>
            <dt>
              {t("metered-energy:difference")}
              <small>{t("metered-energy:difference_text")}</small>
            </dt>
            <dd>{about(signedShare(mwh / left - 1))}</dd>
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
