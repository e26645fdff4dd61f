import { expect, test } from "vitest";
import { namesInText, spellingsOf } from "./name-list.ts";

test("names are read from lines, a column of a sheet, and a list with commas or semicolons", () => {
  const names = ["M 1", "M-2", "SWG1.L56"];
  for (const text of [
    "M 1\nM-2\nSWG1.L56",
    "M 1\r\nM-2\r\n\r\nSWG1.L56\r\n",
    "M 1\tM-2\tSWG1.L56",
    "M 1, M-2,SWG1.L56",
    "M 1; M-2 ;SWG1.L56;",
    '"M 1","M-2","SWG1.L56"',
  ]) {
    expect(namesInText(text), text).toEqual(names);
  }
});

test("a name that comes twice is one name, and nothing is no name", () => {
  expect(namesInText("A\nB\nA")).toEqual(["A", "B"]);
  expect(namesInText(" \n ; ,\t")).toEqual([]);
});

test("other ways to write a name have other separators, or other letters", () => {
  const all = spellingsOf("l56 s4-e12");
  expect(all).toEqual(
    expect.arrayContaining(["L56.S4.E12", "L56-S4-E12", "l56.s4.e12", "L56S4E12", "L56/S4/E12"]),
  );
  expect(all).not.toContain("l56 s4-e12");
  expect(spellingsOf("L1S1")).toContain("L1.S1");
  // Numbers stay apart: 1.12 is never 11.2.
  expect(spellingsOf("1.12")).not.toContain("112");
  expect(spellingsOf("-")).toEqual([]);
});
