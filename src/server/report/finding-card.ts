// The findings of a report, worst first: value, place, loss, recommendation and pictures of each.
import { severityOf } from "../../domain/key-figure/severity.ts";
import { severityColours } from "../../domain/colour/palette.ts";
import { valueAt } from "../../domain/column/column.ts";
import type { Chapter } from "./report-chapter.ts";

/** A report is read by people: the rest is in the product, and in its files. */
export const MOST_FINDINGS = 300;

export async function findingCards({
  data,
  paper,
  words,
  loss: { of: lossOf },
  images,
}: Chapter): Promise<void> {
  const { t, number, nameOf } = words;
  paper.chapter(t("section.findings"), { isOwnPage: true });
  const { lead, findings } = data;
  if (!lead) return paper.paragraph(t("no_lead"));
  if (findings.length === 0) return paper.paragraph(t("no_findings"));
  const { figure } = lead;
  const shown = findings.subarray(0, MOST_FINDINGS);
  if (shown.length < findings.length) {
    paper.paragraph(
      t("findings_cut", { shown: number(shown.length), all: number(findings.length) }),
    );
  }
  const measured = data.figures.filter(
    (one) => one.figure.id === figure.ranked_by || one.figure.id === figure.judged_by,
  );
  const named = data.figures.find((one) => one.figure.id === figure.named_by);
  for (const row of shown) {
    const at = { component_type: figure.component_type, row };
    const { path, lon, lat } = data.place(at);
    const severity = severityOf(figure, valueAt(lead.values, row), lead.limits);
    const lost = lossOf(figure.component_type, row);
    const facts = [named, lead].flatMap((one): [string, string][] =>
      one ? [[nameOf(one.figure), words.valueOf(data, one, row)]] : [],
    );
    for (const one of data.figures) {
      if (!figure.follows?.includes(one.figure.id) || measured.includes(one)) continue;
      const own = severityOf(one.figure, valueAt(one.values, row), one.limits);
      if (own > 0) facts.push([nameOf(one.figure), words.valueOf(data, one, row)]);
    }
    for (const one of measured) facts.push([nameOf(one.figure), words.valueOf(data, one, row)]);
    facts.push([
      t("place"),
      `${path === "" ? "" : `${path}\n`}${lat.toFixed(6)}, ${lon.toFixed(6)}`,
    ]);
    if (lost) {
      const { loss, uncertainty } = lost;
      const energy = words.energyWithRange({ mwh: loss.mwh, uncertainty });
      const power = `${number(loss.kw, 2)} kW · ${energy}`;
      const cost = words.hasPrice
        ? ` · ${words.moneyWithRange({ money: loss.money, uncertainty })}/a`
        : "";
      facts.push([t("loss"), power + cost]);
    }
    facts.push([t("recommendation"), t(`advice.${severity}`)]);
    paper.card({
      title: data.name(at),
      mark: severityColours.light[severity],
      facts,
      images: await images.picturesOf(at),
    });
  }
}
