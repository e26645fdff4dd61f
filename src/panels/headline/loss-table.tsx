// What the lost energy is made of: by finding and by cause; the parts add up to the whole as they are shown.
import { useAtomValue } from "jotai";
import type { LossSplit } from "../../domain/loss/loss-split.ts";
import { isBetterThanExpected, lossGroups } from "../../domain/loss/recovery.ts";
import { besideWords, energyTable, moneyTable } from "../../state/plant/analysis/energy-words.ts";
import { modulePowerWords } from "../../state/plant/analysis/module-power-words.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { lossAtom } from "../../state/plant/analysis/loss.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Alert } from "../../ui/feedback.tsx";
import css from "./headline.module.css";

/** Nothing while it is not known. `isShort`: only what brings the loss back, for the card over the map. */
export function LossTable({ isShort = false }: { isShort?: boolean }) {
  const loss = valueOf(useAtomValue(lossAtom));
  if (!loss || (loss.total.count === 0 && loss.total.left_out.length === 0)) return null;
  const { findings, others, total, causes, recovery, wiring, settings } = loss;
  const groups = lossGroups(loss, recovery);
  const energy = energyTable(groups, total);
  const money = moneyTable(groups, total, settings);
  const rows = (group: number, names: readonly string[]) =>
    names.map((name, at) => (
      <Row
        key={name}
        name={name}
        energy={energy.groups[group]![at]!}
        money={money?.groups[group]![at] ?? null}
      />
    ));
  const count = (one: { readonly count: number }) => ({ count: formatNumber(one.count) });
  return (
    <>
      <table className={css.losses}>
        {isShort ? null : (
          <>
            <tbody>
              {rows(0, [
                t("headline:about.of_findings", count(findings)),
                t("headline:about.of_others", count(others)),
              ])}
            </tbody>
            <tbody>
              {rows(
                1,
                causes.map((one) => t(`loss:cause.${one.cause}`)),
              )}
            </tbody>
          </>
        )}
        <tbody aria-label={t("headline:recovery.title")}>
          {rows(2, [
            t("headline:recovery.repair"),
            t("headline:recovery.cleaning"),
            t(
              isBetterThanExpected(recovery)
                ? "headline:recovery.better"
                : "headline:recovery.none",
            ),
          ])}
        </tbody>
        <tbody>
          <Row
            name={t("headline:about.whole")}
            energy={energy.whole}
            money={money?.whole ?? null}
          />
        </tbody>
      </table>
      {besideWords(total).map((words) => (
        <p key={words} className={css.quiet}>
          {words}
        </p>
      ))}
      {isShort ? null : <ModulePowerNote />}
      {wiring && !isShort ? <p className={css.quiet}>{wiringWords(wiring)}</p> : null}
    </>
  );
}

/** The power of a module, with which losses are calculated, or why they are withheld. */
export function ModulePowerNote() {
  const power = valueOf(useAtomValue(lossAtom))?.module_power;
  const isEstimated = valueOf(useAtomValue(plantAtom))?.capacity_estimated ?? false;
  if (!power) return null;
  return power.is_plausible && !power.is_tilt_assumed ? (
    <p className={css.quiet}>{modulePowerWords(power, isEstimated)}</p>
  ) : (
    <Alert tone="watch">{modulePowerWords(power, isEstimated)}</Alert>
  );
}

/** `money`: null where no price is stated: then no row has any. */
type RowProps = { name: string; energy: string; money: string | null };

function Row({ name, energy, money }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={css.number}>{energy}</td>
      {money === null ? null : <td className={css.number}>{t("loss:per_year", { money })}</td>}
    </tr>
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
