// The list of findings, which comes in pages.
import type { FindingLife, FindingPage } from "../domain/finding/finding-life.ts";
import { isDangerousFault } from "../domain/key-figure/safety.ts";

/** The page after a finding; the first one with 0. Its address is that of the whole list that devices took along before. */
export const findingPageAsk = (id: number, after: number) => ({
  params: { id },
  query: after === 0 ? {} : { after: String(after) },
});

type KeptLife = Omit<FindingLife, "is_dangerous"> & { readonly is_dangerous?: boolean };
type KeptPage = Omit<FindingPage, "findings"> & { readonly findings: readonly KeptLife[] };

/** A device may have the list as one that is not in pages, and without what is dangerous: the fault alone counts then, unless it is gone. */
export function findingPageOf(kept: KeptPage | readonly KeptLife[]): FindingPage {
  const page = isWhole(kept) ? { findings: kept, next: null, version: null } : kept;
  const findings = page.findings.map((life) => ({
    ...life,
    is_dangerous: life.is_dangerous ?? (life.severity !== 0 && isDangerousFault(life)),
  }));
  return { ...page, findings };
}

const isWhole = (kept: KeptPage | readonly KeptLife[]): kept is readonly KeptLife[] =>
  Array.isArray(kept);
