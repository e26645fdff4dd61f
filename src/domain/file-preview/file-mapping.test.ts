import { expect, it } from "vitest";
import { fitsColumns, mappedColumns, readFileMapping, withoutMissing } from "./file-mapping.ts";

it("takes meanings of the purpose alone", () => {
  expect(readFileMapping("twin", '{"name":"a","type":null}')).toEqual({ name: "a", type: null });
  expect(readFileMapping("observations", '{"ccp_12":"a","notes":"b"}')).not.toBeNull();
  for (const text of ["", "{", "7", "[]", '{"ccp_12":"a"}', '{"name":""}', '{"name":3}']) {
    expect([text, readFileMapping("twin", text)]).toEqual([text, null]);
  }
  expect(readFileMapping("areas", '{"parent":"a"}')).toBeNull();
  expect(readFileMapping("twin", JSON.stringify({ name: "x".repeat(251) }))).toBeNull();
});

it("fits a file that has all its properties", () => {
  const mapping = { name: "b", type: null, parent: "a", group: "b" };
  expect(mappedColumns(mapping)).toEqual(["a", "b"]);
  expect(fitsColumns(mapping, new Set(["a", "b", "c"]))).toBe(true);
  expect(fitsColumns(mapping, new Set(["b"]))).toBe(false);
  expect(withoutMissing(mapping, new Set(["b"]))).toEqual({ name: "b", type: null, group: "b" });
});
