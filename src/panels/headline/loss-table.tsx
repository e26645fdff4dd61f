// What the lost energy is made of: by finding and by cause; the parts add up to the whole.
import { useAtomValue } from "jotai";
import type { LossSplit } from "../../domain/loss/loss-split.ts";
import { energyWithRange, moneyWithRange } from "../../state/plant/analysis/energy-words.ts";
import { lossAtom } from "../../state/plant/analysis/loss.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import css from "./headline.module.css";

/** Nothing while it is not known. */
export function LossTable() {
  const loss = valueOf(useAtomValue(lossAtom));
  if (!loss || loss.total.count === 0) return null;
  const { findings, others, total, causes, wiring, settings } = loss;
  const row = (name: string, one: typeof total) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td className={css.number}>{energyWithRange(one)}</td>
      <td className={css.number}>
        {t("loss:per_year", { money: moneyWithRange(one, settings.currency) })}
      </td>
    </tr>
  );
  const count = (one: { readonly count: number }) => ({ count: formatNumber(one.count) });
  return (
    <>
      <table className={css.losses}>
        <tbody>
          {row(t("headline:about.of_findings", count(findings)), findings)}
          {row(t("headline:about.of_others", count(others)), others)}
        </tbody>
        <tbody>{causes.map((one) => row(t(`loss:cause.${one.cause}`), one))}</tbody>
        <tbody>{row(t("headline:about.whole"), total)}</tbody>
      </table>
      {wiring ? <p className={css.quiet}>{wiringWords(wiring)}</p> : null}
    </>
  );
}

/** How the strings were found, and what to state for surer losses. */
function wiringWords(wiring: NonNullable<LossSplit["wiring"]>): string {
  const { source, modules_per_string, strings_per_tracker } = wiring;
  return [
    t(`loss:wiring.${source}`, { modules: formatNumber(modules_per_string ?? 0) }),
    strings_per_tracker === null
      ? t("loss:wiring.parallel_unknown")
      : t("loss:wiring.parallel", { strings: formatNumber(strings_per_tracker) }),
  ].join(" ");
}
