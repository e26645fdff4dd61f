// The losses of a report by cause, under their sum, each with a bar and the range that it may have.
import { inStep, plusMinus, sureStep } from "../../domain/loss/loss-text.ts";
import type { LossSplit } from "../../domain/loss/loss-split.ts";
import type { Chapter } from "./report-chapter.ts";

const BAR = "#5f7d95";

export function lossTable(
  { causes, total, wiring }: LossSplit,
  { paper, words: { t, number, moneyWithRange } }: Pick<Chapter, "paper" | "words">,
): void {
  const most = Math.max(...causes.map(({ mwh, uncertainty }) => mwh + uncertainty.mwh), 0);
  const part = (mwh: number) => (most > 0 ? Math.max(0, mwh / most) : 0);
  // In one unit, so that they can be compared, each with the digits that are sure.
  const energy = ({ mwh, uncertainty }: LossSplit["total"]) => {
    const step = sureStep(uncertainty.mwh, 0.1);
    const [sure, wide] = inStep(mwh, uncertainty.mwh, step);
    const digits = step < 1 ? 1 : 0;
    return plusMinus(number(sure, digits), number(wide, digits));
  };
  const row = (name: string, one: LossSplit["total"]) => [
    name,
    number(one.count),
    energy(one),
    moneyWithRange(one.money, one.uncertainty.money),
  ];
  const barOf = ({ mwh, uncertainty }: LossSplit["total"]) => ({
    parts: [{ colour: BAR, part: part(mwh) }],
    range: [part(mwh - uncertainty.mwh), part(mwh + uncertainty.mwh)] as const,
  });
  paper.section(t("losses"));
  paper.table(
    [
      { title: t("cause"), width: 2.2 },
      { title: t("components"), width: 1.4, isNumber: true },
      { title: t("energy_unit"), width: 1.7, isNumber: true },
      { title: t("number.money_a"), width: 2.1, isNumber: true },
      { title: t("energy_bar"), width: 2.2 },
    ],
    [
      ...causes
        .toSorted((a, b) => b.mwh - a.mwh)
        .map((one) => [...row(t(`loss:cause.${one.cause}`), one), barOf(one)]),
      [...row(t("all_causes"), total), ""],
    ],
    t("loss_note"),
  );
  if (wiring) {
    const strings = number(wiring.strings_per_tracker ?? 0);
    paper.paragraph(
      [
        t(`loss:wiring.${wiring.source}`, { modules: number(wiring.modules_per_string ?? 0) }),
        wiring.strings_per_tracker === null
          ? t("loss:wiring.parallel_unknown")
          : t("loss:wiring.parallel", { strings }),
      ].join(" "),
      { isSoft: true },
    );
  }
}
