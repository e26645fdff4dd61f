// The drone's values over the reference, with bias, spread and the fitted line.
import { useAtomValue } from "jotai";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { unitSuffix } from "../../domain/unit-suffix.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import {
  agreementAtom,
  referencePairsAtom,
} from "../../state/plant/analysis/reference-measurement.ts";
import { keyFigureName } from "../../state/plant/column/value-words.ts";
import { formatNumber, locale, t } from "../../state/shell/locale.ts";
import { Scatter } from "../../ui/chart/scatter.tsx";
import css from "./reference.module.css";

export function Comparison() {
  const keyFigure = useAtomValue(keyFigureAtom);
  if (!keyFigure) return null;
  return (
    <section className={css.block} aria-label={t("reference:comparison")}>
      <h3>{keyFigureName(keyFigure)}</h3>
      <Agreement keyFigure={keyFigure} />
    </section>
  );
}

function Agreement({ keyFigure }: { keyFigure: KeyFigure }) {
  const { used, ignored } = useAtomValue(referencePairsAtom);
  const agreement = useAtomValue(agreementAtom);
  if (used.length + ignored.length === 0) {
    return <p className={css.quiet}>{t("reference:no_pairs")}</p>;
  }
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : formatNumber(value, 3);
  const withUnit = (value: number | null | undefined) =>
    `${number(value)}${unitSuffix(keyFigure.unit, locale())}`;
  const axis = (name: string) => (keyFigure.unit === "" ? name : `${name} (${keyFigure.unit})`);
  const { line } = agreement ?? { line: null };
  return (
    <>
      <Scatter
        label={t("reference:scatter", { name: keyFigureName(keyFigure) })}
        xLabel={axis(t("reference:reference"))}
        yLabel={axis(t("reference:drone"))}
        points={used.map(({ reference, drone }) => [reference, drone])}
        hollow={ignored.map(({ reference, drone }) => [reference, drone])}
        line={line}
        format={(value) => formatNumber(value, 2)}
      />
      <dl className={css.facts}>
        <dt>{t("reference:count")}</dt>
        <dd>{formatNumber(used.length)}</dd>
        {ignored.length > 0 ? (
          <>
            <dt>{t("reference:count_ignored")}</dt>
            <dd>{formatNumber(ignored.length)}</dd>
          </>
        ) : null}
        <dt>{t("reference:bias")}</dt>
        <dd>{withUnit(agreement?.bias)}</dd>
        <dt>{t("reference:spread")}</dt>
        <dd>{withUnit(agreement?.spread)}</dd>
        <dt>{t("reference:line")}</dt>
        <dd>
          {line
            ? t("reference:equation", {
                slope: number(line.slope),
                sign: line.intercept < 0 ? "−" : "+",
                intercept: number(Math.abs(line.intercept)),
              })
            : "–"}
        </dd>
        <dt>R²</dt>
        <dd>{number(agreement?.r_squared)}</dd>
      </dl>
    </>
  );
}
