// The headline of the current analysis: findings by key figure, their change, and the lost energy.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { leadOf, type Headline, type HeadlineFigure } from "../../../domain/plant/headline.ts";
import { valueOf } from "../../shell/loaded.ts";
import type { ServerQuery } from "../../shell/query.ts";
import { analysisAtom } from "./analysis.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

/** Idle while no analysis with results is open. */
export const headlineAtom = plantQueryOf((_plant, get): ServerQuery<Headline> | null => {
  const analysis = get(analysisAtom);
  if (!analysis || analysis.key_figure_ids.length === 0) return null;
  const { id } = analysis;
  return {
    key: plantKey("headline", id),
    ask: async (options) => {
      const headline = await call(api.analysisResult.headline, { params: { id } }, options);
      // An answer that an earlier version kept for use without a network has none.
      const { withheld = [] } = headline as Partial<Headline>;
      return { ...headline, withheld };
    },
  };
});

/** The key figure that stands for the plant, with its counts; undefined until they are known. */
export const leadAtom = atom((get) => {
  const headline = valueOf(get(headlineAtom));
  return headline && leadOf(headline);
});

/** Counts of the current analysis by key-figure ID. */
export const headlineFiguresAtom = atom((get): ReadonlyMap<number, HeadlineFigure> => {
  const figures = valueOf(get(headlineAtom))?.figures ?? [];
  return new Map(figures.map((figure) => [figure.key_figure_id, figure]));
});
