// The losses of a report by cause, under their sum, each with a bar and the range that it may have.
import type { LossSplit } from "../../domain/loss/loss-split.ts";
import type { Recovery } from "../../domain/loss/recovery.ts";
import type { Chapter } from "./report-chapter.ts";

const BAR = "#5f7d95";

export function lossTable(
  split: LossSplit,
  recovery: Recovery,
  { paper, words: { t, number, hasPrice, lossTexts, beside } }: Pick<Chapter, "paper" | "words">,
): void {
  const { causes, total, wiring } = split;
  const { energy, money } = lossTexts(split, recovery);
  const most = Math.max(...causes.map(({ mwh, uncertainty }) => mwh + uncertainty.mwh), 0);
  const part = (mwh: number) => (most > 0 ? Math.max(0, mwh / most) : 0);
  const byLoss = [...causes.entries()].toSorted(([, a], [, b]) => b.mwh - a.mwh);
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
      ...byLoss.map(([at, one]) => [
        t(`loss:cause.${one.cause}`),
        number(one.count),
        energy.groups[1]![at]!,
        ...(hasPrice ? [money.groups[1]![at]!] : []),
        barOf(one),
      ]),
      [t("all_causes"), number(total.count), energy.whole, ...(hasPrice ? [money.whole] : []), ""],
    ],
    t("loss_note"),
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
