import { expect, test } from "vitest";
import { zipNames } from "./zip-name.ts";

const all = ["a.txt", "DCIM/1/a.jpg", "DCIM/1/b.jpg", "DCIM/2/a.jpg", "log/a.txt"];
const names = (...chosen: string[]) => zipNames(all, new Set(chosen));

test("all files need no names", () => {
  expect(names(...all)).toBeNull();
});

test("a folder of which all files are chosen is one name, the outermost one", () => {
  expect(names("DCIM/1/a.jpg", "DCIM/1/b.jpg")).toEqual(["DCIM/1/"]);
  expect(names("DCIM/1/a.jpg", "DCIM/1/b.jpg", "DCIM/2/a.jpg", "a.txt")).toEqual([
    "DCIM/",
    "a.txt",
  ]);
});

test("other files are named", () => {
  expect(names("DCIM/1/a.jpg", "a.txt")).toEqual(["a.txt", "DCIM/1/a.jpg"]);
});

test("more names than fit into an address are said to be too many", () => {
  const many = Array.from({ length: 1000 }, (_, index) => `DJI_${index}_thermal.jpg`);
  expect(zipNames(many, new Set(many.slice(1)))).toBe("too_many");
  expect(zipNames(many, new Set(many.slice(0, 100)))).toHaveLength(100);
});
