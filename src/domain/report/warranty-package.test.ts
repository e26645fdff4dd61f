import { expect, test } from "vitest";
import { byMaker, folderNames, namesMaker } from "./warranty-package.ts";

test("findings whose maker is not stated come last, and names of makers are not joined by likeness", () => {
  const all = ["", "Beta", "acme", "ACME", " Beta "];
  expect(byMaker(all, (one) => one || null)).toEqual([
    { maker: "acme", all: ["acme"] },
    { maker: "ACME", all: ["ACME"] },
    { maker: "Beta", all: ["Beta", " Beta "] },
    { maker: "", all: [""] },
  ]);
});

test("folders differ in more than the case of letters, and have no letters that a system refuses", () => {
  expect(folderNames(["acme", "ACME", "A/S: <1>", "../..", "Ωμέγα"])).toEqual([
    "acme",
    "ACME (2)",
    "A_S_ _1_",
    "_____",
    "Ωμέγα",
  ]);
});

test("a property of words names a maker, one of numbers or of one survey does not", () => {
  const of = (data_type: "text" | "options" | "number", relation_type: "component" | "analysis") =>
    namesMaker({ data_type, relation_type });
  expect([of("text", "component"), of("options", "component")]).toEqual([true, true]);
  expect([of("number", "component"), of("text", "analysis")]).toEqual([false, false]);
});
