// The losses of a report by cause, under their sum, each with a bar and the range that it may have.
import type { LossSplit } from "../../domain/loss/loss-split.ts";
import type { Chapter } from "./report-chapter.ts";

const BAR = "#5f7d95";

export function lossTable(
  { causes, total, wiring }: LossSplit,
  {
    paper,
    words: { t, number, hasPrice, moneyWithRange, energyWithRange, beside },
  }: Pick<Chapter, "paper" | "words">,
): void {
  const most = Math.max(...causes.map(({ mwh, uncertainty }) => mwh + uncertainty.mwh), 0);
  const part = (mwh: number) => (most > 0 ? Math.max(0, mwh / most) : 0);
  const byLoss = causes.toSorted((a, b) => b.mwh - a.mwh);
  const barOf = ({ mwh, uncertainty }: LossSplit["findings"]) => ({
    parts: [{ colour: BAR, part: part(mwh) }],
    range: [part(mwh - uncertainty.mwh), part(mwh + uncertainty.mwh)] as const,
  });
  paper.section(t("losses"));
  paper.table(
    [
      { title: t("cause"), width: 2.2 },
      { title: t("components"), width: 1.4, isNumber: true },
      { title: t("number.energy_a"), width: 1.7, isNumber: true },
      ...(hasPrice ? [{ title: t("number.money_a"), width: 2.1, isNumber: true }] : []),
      { title: t("energy_bar"), width: 2.2 },
    ],
    [
      ...byLoss.map((one) => [
        t(`loss:cause.${one.cause}`),
        number(one.count),
        energyWithRange(one),
        ...(hasPrice ? [moneyWithRange(one)] : []),
        barOf(one),
      ]),
      [
        t("all_causes"),
        number(total.count),
        energyWithRange(total),
        ...(hasPrice ? [moneyWithRange(total)] : []),
        "",
      ],
    ],
    `${t("loss_note")} ${t("loss:rounded")}`,
  );
  for (const sentence of beside(total)) paper.paragraph(sentence);
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
