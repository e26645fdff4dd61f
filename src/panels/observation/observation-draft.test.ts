// What a form sends: each field as it was typed; what was not changed stays as it is stored.
import { expect, test } from "vitest";
import type { Observation } from "../../domain/observation/observation.ts";
import { imageAt, observationAt } from "../../state/observation/observed.fixture.ts";
import { draftOf, requestOf, valuesOf } from "./observation-draft.ts";

/** Three hours behind UTC in March. */
const zone = "America/Santiago";

const one: Observation = observationAt(4, {
  observed_at: "2026-03-04T10:20:37.512Z",
  notes: "Hail on glass",
  column_values: [
    { column_id: "ccp_1", value: "hail" },
    { column_id: "ccp_2", value: false },
    { column_id: "pi_7", value: 0 },
  ],
  analysis: { id: 12, flown_at: "2026-03-01T10:00:00Z", name: "Spring" },
  images: [imageAt(1, -3)],
});

test("an unchanged form sends the stored values, seconds included", () => {
  expect(requestOf(zone, draftOf(zone, one, 99), one)).toEqual({
    observed_at: one.observed_at,
    notes: one.notes,
    request: {
      file_ids: ["file-1"],
      ccp_values: [
        { ccp_id: 1, value: "hail" },
        { ccp_id: 2, value: false },
      ],
      pi_values: [{ pi_id: 7, value: 0 }],
      analysis_id: 12,
    },
  });
});

test("another minute is sent as it was typed, by the clock at the plant", () => {
  const { observed_at } = requestOf(
    zone,
    { ...draftOf(zone, one, null), observed_at: "2026-03-05T08:00" },
    one,
  );
  expect(observed_at).toBe("2026-03-05T11:00:00.000Z");
  expect(requestOf(zone, { ...draftOf(zone, one, null), observed_at: "" }, one).observed_at).toBe(
    "",
  );
});

test("emptied fields have no value; false and zero are values", () => {
  const draft = { ...draftOf(zone, one, null), ccp_1: "", ccp_3: NaN, ccp_4: null, ccp_5: "Torn" };
  expect(valuesOf(draft)).toEqual([
    { column_id: "ccp_2", value: false },
    { column_id: "pi_7", value: 0 },
    { column_id: "ccp_5", value: "Torn" },
  ]);
});

test("a new one belongs to the analysis on the map; added photos follow those that are stored", () => {
  expect(draftOf(zone, null, 12)).toMatchObject({ analysis_id: 12, notes: "", photos: [] });
  expect(draftOf(zone, observationAt(5), 12).analysis_id).toBeNull();
  const { request } = requestOf(zone, { ...draftOf(zone, one, null), photos: ["new"] }, one);
  expect(request.file_ids).toEqual(["file-1", "new"]);
});

test("in the hour that the clocks repeat, the offset says which time is meant", () => {
  const at = (text: string) =>
    requestOf(zone, { ...draftOf(zone, one, null), observed_at: text }, one);
  expect(at("2026-04-04T23:30").observed_at).toBe("");
  expect(at("2026-04-04T23:30-03:00").observed_at).toBe("2026-04-05T02:30:00.000Z");
  expect(at("2026-04-04T23:30-04:00").observed_at).toBe("2026-04-05T03:30:00.000Z");
});
