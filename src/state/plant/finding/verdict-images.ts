// The images of what a survey has judged: of the component in that survey, and in the newest one before that has any.
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type { ResultImage } from "../../../domain/analysis/analysis-result.ts";
import { isOlder, newestFirst } from "../../../domain/analysis/survey-order.ts";
import type { FindingLife } from "../../../domain/finding/finding-life.ts";
import { analysesAtom } from "../analysis/analysis.ts";
import { plantKey, plantQueryOf } from "../plant.ts";
import { valueOf } from "../../shell/loaded.ts";
import type { ServerQuery } from "../../shell/query.ts";

type Side = {
  readonly analysis: {
    readonly id: number;
    readonly name: string;
    readonly flown_at: string;
    readonly time_zone: string;
  };
  /** Null where it shows the component on none. */
  readonly image: ResultImage | null;
};
export type VerdictImages = {
  /** Null where no earlier survey has an image of the component. */
  readonly before: Side | null;
  readonly after: Side;
};

/** Earlier surveys that are asked for images. */
const MOST_ASKED = 5;

/** Whether a survey says of the finding how its repair turned out. */
export const isJudged = ({ status, returned }: Pick<FindingLife, "status" | "returned">) =>
  returned || status === "verified";

/** Idle where no survey has judged the finding, or the viewer does not see it. */
export function verdictImagesOf(dt_id: string, analysis_id: number | null) {
  return plantQueryOf((_plant, get): ServerQuery<VerdictImages> | null => {
    const all = valueOf(get(analysesAtom)) ?? [];
    const judge = all.find(({ id }) => id === analysis_id);
    if (!judge) return null;
    const earlier = all.filter((one) => isOlder(one, judge)).toSorted(newestFirst);
    const asked = earlier.slice(0, MOST_ASKED);
    return {
      key: plantKey("verdict-images", judge.id, dt_id, ...asked.map(({ id }) => id)),
      async ask(options) {
        const read = (id: number) =>
          call(api.analysisResult.images, { params: { id }, query: { dt_id } }, options);
        const own = await read(judge.id);
        const image = own.find(({ kind }) => kind === "thermal") ?? own[0] ?? null;
        for (const analysis of asked) {
          const images = await read(analysis.id);
          // Of one kind, so that they can be compared.
          const same = images.find(({ kind }) => kind === (image?.kind ?? "thermal")) ?? images[0];
          if (same) return { before: { analysis, image: same }, after: { analysis: judge, image } };
        }
        return { before: null, after: { analysis: judge, image } };
      },
    };
  });
}
