// Why results of an evaluation are not sure: the same reasons and words before a release, and on a report's first page.
import { z } from "zod";
import { ageOf, methodOf } from "../evaluation-age.ts";
import { gates } from "../plausibility.ts";

export const doubtReasons = [
  "place",
  "not_judged",
  "implausible",
  "contradicted",
  "place_unchecked",
  "older",
] as const;

export const doubtShape = z.object({
  reason: z.enum(doubtReasons),
  /** Of which the place is not sure; empty for other reasons. */
  files: z.array(z.string()),
  /** Components whose place is not sure, or whose faults were not judged; 0 for other reasons. */
  components: z.number().int(),
  /** Of values that cannot be true; null for other reasons. */
  implausible: z
    .object({ gate: z.enum(gates), share: z.number(), key_figure: z.string().nullable() })
    .nullable(),
  /** Version of the product that has evaluated. */
  version: z.string(),
});
export type Doubt = z.infer<typeof doubtShape>;

/** The parts of a log that say it; logs of earlier versions lack some. */
type Said = {
  readonly version?: string | undefined;
  readonly method?: number | undefined;
  readonly measured?: number | undefined;
  readonly place_not_sure?: number | undefined;
  readonly not_judged?: number | undefined;
  readonly implausible?: readonly NonNullable<Doubt["implausible"]>[] | undefined;
  readonly is_contradicted?: boolean | undefined;
  readonly registrations?:
    | readonly {
        readonly file: string;
        readonly found: { readonly is_ambiguous: boolean } | null;
      }[]
    | undefined;
};

/** The worst first; empty where nothing is in doubt. */
export function doubtsOf(log: Said): Doubt[] {
  const { version = "", registrations = [], implausible = [], place_not_sure = 0 } = log;
  const of = (reason: Doubt["reason"], more: Partial<Doubt> = {}): Doubt => ({
    reason,
    files: [],
    components: 0,
    implausible: null,
    version,
    ...more,
  });
  const files = registrations
    .filter(({ found }) => !found || found.is_ambiguous)
    .map(({ file }) => file);
  const doubts: Doubt[] = [];
  if (files.length > 0 || place_not_sure > 0)
    doubts.push(of("place", { files, components: place_not_sure }));
  if (log.not_judged) doubts.push(of("not_judged", { components: log.not_judged }));
  for (const { gate, share, key_figure } of implausible)
    doubts.push(of("implausible", { implausible: { gate, share, key_figure } }));
  if (log.is_contradicted) doubts.push(of("contradicted"));
  // A log without a count is none of an evaluation.
  const age =
    log.measured === undefined ? "present" : ageOf(methodOf(log.method, log.place_not_sure));
  // Without a raster there is no place to check: images are placed by their cameras.
  if (age === "older") doubts.push(of("older"));
  else if (age === "place_unchecked" && registrations.length > 0)
    doubts.push(of("place_unchecked"));
  return doubts;
}

type Language = {
  readonly t: (key: string, values?: Record<string, string | number>) => string;
  readonly number: (value: number) => string;
  /** Of a key figure by its key. */
  readonly nameOf: (key: string) => string;
};

/** One sentence. */
export function doubtWords(doubt: Doubt, { t, number, nameOf }: Language): string {
  const { reason, files, components, implausible, version } = doubt;
  if (reason === "place") {
    const count = `${t("evaluation:log.place_not_sure")}: ${number(components)}`;
    if (files.length === 0) return count;
    const title = t("evaluation:log.unsure_title", { count: files.length });
    return `${title}: ${files.join(", ")}. ${count}`;
  }
  if (reason === "implausible") {
    const { gate, share, key_figure } = implausible!;
    const values = {
      share: number(share * 100),
      name: key_figure === null ? "" : nameOf(key_figure),
    };
    return `${t("evaluation:log.implausible")}: ${t(`evaluation:log.gate.${gate}`, values)}`;
  }
  if (reason === "not_judged") return `${t("evaluation:log.not_judged")}: ${number(components)}`;
  if (reason === "contradicted") return t("evaluation:log.contradicted_title");
  return t(`evaluation:age.${reason}_title`, { version });
}
