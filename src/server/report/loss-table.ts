// The losses of a report by cause, under their sum.
import type { LossSplit } from "../../domain/loss/loss-split.ts";
import type { Chapter } from "./report-chapter.ts";

export function lossTable(
  { causes, total }: LossSplit,
  { paper, words: { t, number, money } }: Pick<Chapter, "paper" | "words">,
): void {
  const row = (name: string, one: LossSplit["total"]) => [
    name,
    number(one.count),
    number(one.kw, 1),
    number(one.mwh, 1),
    money(one.money),
  ];
  paper.section(t("losses"));
  paper.table(
    [
      { title: t("cause"), width: 3 },
      { title: t("components"), width: 1.2, isNumber: true },
      { title: "kW", width: 1, isNumber: true },
      { title: t("energy_unit"), width: 1.2, isNumber: true },
      { title: t("number.money_a"), width: 1.6, isNumber: true },
    ],
    [...causes.map((one) => row(t(`loss:cause.${one.cause}`), one)), row(t("all_causes"), total)],
    t("loss_note"),
  );
}
