// What the columns of a file prove before its rows are read: which sign marks decimals, and how times are written.
import { decimalSignOf, type DecimalSign } from "../../domain/number-text.ts";
import { noProof, timeProofOf, type TimeProof } from "../../domain/observation/observation-file.ts";
import { readPlaced } from "../geo-file/placed-feature.ts";
import type { TwinSource } from "../geo-file/raw-feature.ts";

export type ColumnProof = {
  readonly time: TimeProof;
  /** By the name of the property. */
  readonly decimal: ReadonlyMap<string, DecimalSign | null>;
};

/** Texts of a column that are kept: more rows are refused anyway. */
const MOST_TEXTS = 200_000;

/** Reads the file once for its columns; what cannot be read is said when it is read for its rows. */
export async function columnProof(
  source: TwinSource,
  time: string | null,
  numbers: readonly string[],
): Promise<ColumnProof> {
  const texts = new Map(
    [...(time === null ? [] : [time]), ...numbers].map((name) => [name, [] as string[]]),
  );
  if (texts.size > 0) {
    await readPlaced(source, {
      refuse: () => undefined,
      feature({ properties }) {
        for (const [name, list] of texts) {
          const value = properties[name];
          if (typeof value === "string" && list.length < MOST_TEXTS) list.push(value.slice(0, 100));
        }
      },
    });
  }
  return {
    time: time === null ? noProof : timeProofOf(texts.get(time) ?? []),
    decimal: new Map(numbers.map((name) => [name, decimalSignOf(texts.get(name) ?? [])])),
  };
}
