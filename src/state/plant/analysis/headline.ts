// The headline of the current analysis: findings by key figure, their change, and the lost energy.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type { AnalysisState } from "../../../domain/analysis/analysis.ts";
import { leadOf, type Headline, type HeadlineFigure } from "../../../domain/plant/headline.ts";
import { valueOf } from "../../shell/loaded.ts";
import { priceNote } from "../../../domain/loss/loss-settings.ts";
import { tariffWords } from "./energy-words.ts";
import { t } from "../../shell/locale.ts";
import type { ServerQuery } from "../../shell/query.ts";
import { analysisAtom } from "./analysis.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

/** Analyses that may have been evaluated, although no key figure says anything of a component. */
const evaluatedStates: readonly AnalysisState[] = ["PROCESSING", "FINISHED"];

/** Idle while no analysis is open that has results, or may have been evaluated. */
export const headlineAtom = plantQueryOf((_plant, get): ServerQuery<Headline> | null => {
  const analysis = get(analysisAtom);
  if (!analysis) return null;
  if (analysis.key_figure_ids.length === 0 && !evaluatedStates.includes(analysis.state))
    return null;
  const { id } = analysis;
  return {
    key: plantKey("headline", id),
    ask: async (options) => {
      const headline = await call(api.analysisResult.headline, { params: { id } }, options);
      // An answer that an earlier version kept for use without a network has none.
      const { withheld = [] } = headline as Partial<Headline>;
      const { evaluation: own } = headline;
      // `not_judged` is missing there, too.
      const evaluation = own && { ...own, not_judged: own.not_judged ?? 0 };
      return { ...headline, withheld, evaluation };
    },
  };
});

/** The key figure that stands for the plant, with its counts; undefined until they are known. */
export const leadAtom = atom((get) => {
  const headline = valueOf(get(headlineAtom));
  return headline && leadOf(headline);
});

/**
 * Says that the price of energy or its currency is assumed; null where the plant states both or there is no price, and
 * while that is not known.
 */
export const assumedPriceAtom = atom((get): string | null => {
  const { lost_energy, loss } = valueOf(get(headlineAtom)) ?? {};
  if (!loss || !lost_energy) return null;
  const note = priceNote(loss, lost_energy.money_assumed);
  if (note === null) return null;
  const { tariff, currency } = loss;
  // Panels say it once, with a way to state it.
  if (tariff === null) return null;
  return `≈\u202F${t(`loss:${note}`, { tariff: tariffWords(loss), currency })}`;
});

/** Whether the summary says why nothing is said of any component, or may still say it. */
export const isAllWithheldAtom = atom((get) => {
  const headline = get(headlineAtom);
  return headline.state === "loading" || (valueOf(headline)?.withheld.length ?? 0) > 0;
});

/** Counts of the current analysis by key-figure ID. */
export const headlineFiguresAtom = atom((get): ReadonlyMap<number, HeadlineFigure> => {
  const figures = valueOf(get(headlineAtom))?.figures ?? [];
  return new Map(figures.map((figure) => [figure.key_figure_id, figure]));
});
