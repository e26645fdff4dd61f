import { expect, test } from "vitest";
import { namesInText } from "./name-list.ts";

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
