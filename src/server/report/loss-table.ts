// The losses of a report by cause, under their sum.
import { plusMinus } from "../../domain/loss/loss-text.ts";
import type { LossSplit } from "../../domain/loss/loss-split.ts";
import type { Chapter } from "./report-chapter.ts";

export function lossTable(
  { causes, total, wiring }: LossSplit,
  { paper, words: { t, number, moneyWithRange } }: Pick<Chapter, "paper" | "words">,
): void {
  const row = (name: string, one: LossSplit["total"]) => [
    name,
    number(one.count),
    plusMinus(number(one.kw, 1), number(one.uncertainty.kw, 1)),
    plusMinus(number(one.mwh, 1), number(one.uncertainty.mwh, 1)),
    moneyWithRange(one.money, one.uncertainty.money),
  ];
  paper.section(t("losses"));
  paper.table(
    [
      { title: t("cause"), width: 2.6 },
      { title: t("components"), width: 1.3, isNumber: true },
      { title: "kW", width: 1.4, isNumber: true },
      { title: t("energy_unit"), width: 1.6, isNumber: true },
      { title: t("number.money_a"), width: 2.4, isNumber: true },
    ],
    [...causes.map((one) => row(t(`loss:cause.${one.cause}`), one)), row(t("all_causes"), total)],
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
    );
  }
}
