import { expect, test } from "vitest";
import served from "../../../public/version.json" with { type: "json" };
import product from "../../../package.json" with { type: "json" };
import { releaseNotes } from "./release-note.ts";

test("the first notes are those of the current version, followed by older ones", () => {
  expect(releaseNotes[0]?.version).toBe(served.version);
  expect(product.version).toBe(served.version);
  const dates = releaseNotes.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
});
