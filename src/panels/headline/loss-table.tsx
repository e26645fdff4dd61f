// What the lost energy is made of: by finding and by cause; the parts add up to the whole.
import { useAtomValue } from "jotai";
import { formatEnergy } from "../../state/plant/analysis/energy-words.ts";
import { lossAtom } from "../../state/plant/analysis/loss.ts";
import { formatMoney, formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import css from "./headline.module.css";

/** Nothing while it is not known. */
export function LossTable() {
  const loss = valueOf(useAtomValue(lossAtom));
  if (!loss || loss.total.count === 0) return null;
  const { findings, others, total, causes, settings } = loss;
  const row = (name: string, one: { readonly mwh: number; readonly money: number }) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td className={css.number}>{formatEnergy(one.mwh)}</td>
      <td className={css.number}>
        {t("loss:per_year", { money: formatMoney(one.money, settings.currency) })}
      </td>
    </tr>
  );
  const count = (one: { readonly count: number }) => ({ count: formatNumber(one.count) });
  return (
    <table className={css.losses}>
      <tbody>
        {row(t("headline:about.of_findings", count(findings)), findings)}
        {row(t("headline:about.of_others", count(others)), others)}
      </tbody>
      <tbody>{causes.map((one) => row(t(`loss:cause.${one.cause}`), one))}</tbody>
      <tbody>{row(t("headline:about.whole"), total)}</tbody>
    </table>
  );
}
