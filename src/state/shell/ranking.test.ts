import { expect, it } from "vitest";
import { fitOf, NO_FIT, ranked } from "./ranking.ts";

it("fits are graded, without regard to case and accents", () => {
  expect(fitOf("pérdida", "Perdida")).toBe(0);
  expect(fitOf("heat", "Heat loss")).toBe(1);
  expect(fitOf("loss", "Heat loss")).toBe(2);
  expect(fitOf("lo he", "Heat loss")).toBe(2);
  expect(fitOf("oss", "Heat loss")).toBe(3);
  expect(fitOf("tube loss", "Heat loss", "Absorber tube")).toBe(4);
  expect(fitOf("soiling", "Heat loss", "Absorber tube")).toBe(NO_FIT);
  expect(fitOf("", "Heat loss")).toBe(0);
});

it("the best comes first, in its group and of the groups; numbers in names by their size", () => {
  const entry = (label: string, hint?: string) => ({ label, ...(hint ? { hint } : {}) });
  const groups = [
    { title: "Panels", entries: [entry("Table"), entry("Layers")] },
    { title: "Components", entries: [entry("SCA 10"), entry("SCA 2"), entry("Loop 1 SCA 3")] },
    { title: "Key figures", entries: [entry("Mirror area", "SCA"), entry("SCA")] },
  ];
  expect(ranked("sca", groups)).toEqual([
    { title: "Key figures", entries: [entry("SCA"), entry("Mirror area", "SCA")] },
    { title: "Components", entries: [entry("SCA 2"), entry("SCA 10"), entry("Loop 1 SCA 3")] },
    { title: "Panels", entries: [entry("Layers"), entry("Table")] },
  ]);
  expect(ranked(" ", groups)).toEqual(groups);
});
