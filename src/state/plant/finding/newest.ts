// Findings as they are now, of a list that was read some time ago.
import { atom } from "jotai";
import { listedKey, type ListedFinding } from "../../../domain/finding/finding-list.ts";
import { valueOf } from "../../shell/loaded.ts";
import { allFindingsAtom } from "./listed.ts";

/** The same findings in their newest versions; one that is listed no more stays as it was. */
export const newestFindings = atom(
  null,
  (get, _set, findings: readonly ListedFinding[]): readonly ListedFinding[] => {
    const all = valueOf(get(allFindingsAtom)) ?? [];
    const known = new Map(all.map((one) => [listedKey(one), one]));
    return findings.map((one) => known.get(listedKey(one)) ?? one);
  },
);
