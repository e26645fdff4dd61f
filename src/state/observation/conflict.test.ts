// An edit that came too late: which fields differ, which side is suggested, and what a choice stores.
import { expect, test } from "vitest";
import type { Observation } from "../../domain/observation/observation.ts";
import { fieldsOf } from "./change.ts";
import { conflictOf, copyFields, differencesOf, mergedFields, type Side } from "./conflict.ts";

const base: Observation = {
  id: 7,
  plant_id: 1,
  fieldgeometry_component: { component_id: 3, component_type: "module", pcs: "M3", dt_id: "T0.M3" },
  observed_at: "2026-03-04T10:00:00.000Z",
  notes: "Hail",
  external_id: "phone-7",
  revision: 1,
  created_by_user: "Ana",
  created_at: "2026-03-04T10:00:00.000Z",
  updated_by_user: "Ana",
  updated_at: "2026-03-04T10:00:00.000Z",
  column_values: [
    { column_id: "ccp_1", value: "a" },
    { column_id: "pi_5", value: 2 },
  ],
  analysis: null,
  file_ids: ["one"],
  files_map: { one: 1 },
  image_urls: [],
  images: [],
  finished_ids: [],
  fault_type: null,
};
const current: Observation = {
  ...base,
  revision: 2,
  notes: "Hail and dust",
  column_values: [{ column_id: "pi_5", value: 3 }],
};
const mine = {
  ...fieldsOf(base),
  request: {
    ...fieldsOf(base).request,
    pi_values: [{ pi_id: 5, value: 4 }],
    file_ids: ["one", "two"],
  },
};
const conflict = conflictOf({ code: "CONFLICT", versions: { current } }, base, mine)!;

test("a refusal without versions is no conflict", () => {
  expect(conflictOf({ code: "CONFLICT" }, base, mine)).toBeNull();
  expect(conflictOf(undefined, base, mine)).toBeNull();
});

test("only fields that differ are shown; the side that changed one is suggested", () => {
  const found = differencesOf(conflict).map(({ field, theirs, mine: own, suggested }) => [
    field,
    theirs,
    own,
    suggested,
  ]);
  expect(found.toSorted()).toEqual([
    ["ccp_1", undefined, "a", "theirs"],
    ["notes", "Hail and dust", "Hail", "theirs"],
    ["pi_5", 3, 4, "mine"],
  ]);
});

test("spaces around notes and another way to write the same time are no difference", () => {
  const same = {
    ...fieldsOf(current),
    notes: " Hail and dust\n",
    observed_at: "2026-03-04T11:00:00+01:00",
  };
  expect(differencesOf({ base, current, mine: same })).toEqual([]);
});

test("a choice takes each field from its side, and no photo is lost", () => {
  const chosen = new Map(differencesOf(conflict).map(({ field, suggested }) => [field, suggested]));
  const merged = mergedFields(conflict, chosen);
  expect(merged.notes).toBe("Hail and dust");
  expect(merged.request.pi_values).toEqual([{ pi_id: 5, value: 4 }]);
  expect(merged.request.ccp_values).toEqual([]);
  expect(merged.request.file_ids).toEqual(["one", "two"]);

  const all = new Map([...chosen.keys()].map((field) => [field, "mine" as Side]));
  const own = mergedFields(conflict, all);
  expect(own.notes).toBe("Hail");
  expect(own.request.ccp_values).toEqual([{ ccp_id: 1, value: "a" }]);
});

test("an edit that becomes an observation of its own has only the photos that were added", () => {
  const copy = copyFields(mine, [{ file_id: "two" }]);
  expect(copy.request.file_ids).toEqual(["two"]);
  expect({ ...copy, request: { ...copy.request, file_ids: [] } }).toEqual({
    ...mine,
    request: { ...mine.request, file_ids: [] },
  });
});
