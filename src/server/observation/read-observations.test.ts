import { expect, it } from "vitest";
import {
  middleOf,
  points,
  startObservationStand,
} from "../handlers/observation/observation-file.fixture.ts";
import { observation } from "../store/schema/observation.ts";
import { readObservationIds } from "../store/plant/observation/observation.ts";
import { keepUpTo } from "./read-observations.ts";

async function* piecesOf(...sizes: readonly number[]) {
  for (const size of sizes) yield Array.from({ length: size }, (_, at) => at);
}

it("what is more than a file has is counted and not kept", async () => {
  expect(await keepUpTo(5, piecesOf(3, 2))).toEqual({ count: 5, kept: [0, 1, 2, 0, 1] });
  expect(await keepUpTo(5, piecesOf(3, 3, 4))).toEqual({ count: 10, kept: null });
  expect(await keepUpTo(5, piecesOf())).toEqual({ count: 0, kept: [] });
});

it("the IDs come in pages, newest first", async () => {
  const stand = await startObservationStand();
  const days = ["2026-03-04", "2026-03-06", "2026-03-02", "2026-03-06", "2026-03-05"];
  const made = days.map((day, at) => ({ at: middleOf(at), says: { when: `${day}T10:00:00Z` } }));
  const shown = await stand.previewOf("a.geojson", points(...made));
  const mapping = JSON.stringify(shown.said);
  expect((await stand.importFile("a.geojson", points(...made), { mapping })).status).toBe(200);
  const { db } = stand.server.database.owner;
  const rows = await db.select().from(observation);
  const time = ({ observed_at }: (typeof rows)[number]) => Date.parse(observed_at);
  const expected = rows.toSorted((a, b) => time(b) - time(a) || b.id - a.id).map(({ id }) => id);
  const plantId = rows[0]?.plant_id ?? 0;
  const pages = await readObservationIds(db, plantId, 2);
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(pages.flat()).toEqual(expected);
  expect(await readObservationIds(db, plantId + 1000, 2)).toEqual([]);
  await stand.server.close();
});
