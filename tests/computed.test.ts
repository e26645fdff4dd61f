// Values that follow what is shown: each says while it is computed and why it failed, and none is read as that of another
// key figure or component.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const files = globSync("src/state/**/*.ts", { cwd: root })
  .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Work of `runOnChange` that keeps no value with a state, and why. */
const plainWork: Record<string, string> = {
  "src/state/shell/address-work.ts": "it writes the address",
  "src/state/shell/on-change.ts": "`computeOnChange` itself",
  "src/state/plant/column/measured-value.ts": "it loads columns, which have states of their own",
  "src/state/plant/map-notice.ts": "it shows a notice",
  "src/state/plant/filter/filter-work.ts": "masks for the map, not values that are read",
  "src/state/plant/filter/table-work.ts":
    "columns with states of their own, and sums named by column",
};

test("values are kept by computeOnChange, which says that they are loading or have failed", () => {
  const plain = files.filter(({ text }) => /\brunOnChange\(/.test(text)).map(({ file }) => file);
  expect(plain.toSorted()).toEqual(Object.keys(plainWork).toSorted());
});

/** Outputs that are no values of a subject, and why. */
const withoutSubject: Record<string, string> = {
  output: "columns of column-work.ts: `showsLoading` takes the former one away",
  findingsAtom: "keeps what `listedAtom` has, which is made by `perSubject`",
};

test("a value is kept with what it is a value of", () => {
  const outputs = files.flatMap(({ file, text }) =>
    file.endsWith("/on-change.ts")
      ? []
      : [...text.matchAll(/\bcomputeOnChange\(\s*store,\s*\w+,\s*(\w+),/g)].map(
          ([, name]) => name!,
        ),
  );
  expect(outputs.length).toBeGreaterThanOrEqual(9);
  const all = files.map(({ text }) => text).join("\n");
  const made = (name: string) => new RegExp(String.raw`\bconst ${name} =\s+perSubject<`).test(all);
  expect(outputs.filter((name) => !made(name)).toSorted()).toEqual(
    Object.keys(withoutSubject).toSorted(),
  );
  expect(made("listedAtom")).toBe(true);
});
