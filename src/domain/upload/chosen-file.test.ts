import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { chosenFileRefusal, isSameFile, knownFiles } from "./chosen-file.ts";

const none = knownFiles([]);
const reasonFor = (name: string, size = 10, uploaded = none, chosen = none) =>
  chosenFileRefusal({ name, size }, uploaded, chosen)?.reason ?? null;

test("images, videos and logs of a drone are taken, from any folder", () => {
  for (const name of ["DJI_0001.JPG", "DCIM/100MEDIA/DJI_0001_T.JPG", "flight 3.mp4", "log.txt"]) {
    expect(reasonFor(name)).toBeNull();
  }
});

test("what operating systems leave in folders is not taken", () => {
  for (const name of [".DS_Store", "DCIM/._DJI_0001.JPG", "DCIM/Thumbs.db", ".Trashes/a.jpg"]) {
    expect(reasonFor(name)).toBe("file_of_system");
  }
});

test("an empty file and one that is too large are not taken", () => {
  expect(reasonFor("a.jpg", 0)).toBe("file_empty");
  expect(reasonFor("a.jpg", limits.analysisFileBytes)).toBeNull();
  expect(
    chosenFileRefusal({ name: "a.jpg", size: limits.analysisFileBytes + 1 }, none, none),
  ).toEqual({ reason: "file_too_large", values: { most: 256 } });
});

test("a file that the analysis has is not sent again; another one of this name is", () => {
  const uploaded = knownFiles([{ name: "DCIM/a.jpg", size: 10 }]);
  expect(reasonFor("DCIM/A.JPG", 10, uploaded)).toBe("file_uploaded_already");
  expect(reasonFor("DCIM/a.jpg", 11, uploaded)).toBeNull();
  expect(reasonFor("a.jpg", 10, uploaded)).toBeNull();
});

test("a file that was chosen twice is taken once", () => {
  expect(reasonFor("a.jpg", 10, none, knownFiles([{ name: "a.jpg", size: 12 }]))).toBe(
    "file_chosen_twice",
  );
});

test("an upload goes on with the same file alone", () => {
  const begun = { name: "DCIM/a.jpg", size: 10, last_modified: 5 };
  expect(isSameFile(begun, { ...begun })).toBe(true);
  expect(isSameFile(begun, { ...begun, name: "a.jpg" })).toBe(true);
  expect(isSameFile(begun, { ...begun, name: "b.jpg" })).toBe(false);
  expect(isSameFile(begun, { ...begun, size: 11 })).toBe(false);
  expect(isSameFile(begun, { ...begun, last_modified: 6 })).toBe(false);
});
