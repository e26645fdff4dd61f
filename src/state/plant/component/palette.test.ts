// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";

// What is remembered is read when the file is loaded.
async function fresh() {
  vi.resetModules();
  const [palette, colour, keyFigure, legend, undoing] = await Promise.all([
    import("./palette.ts"),
    import("../column/value-colour.ts"),
    import("../column/key-figure.ts"),
    import("../column/legend.ts"),
    import("../../shell/undo.ts"),
  ]);
  return { ...palette, ...colour, ...keyFigure, ...legend, ...undoing, store: createStore() };
}
const heat = keyFigureByKey("heat_loss")!;
const torsion = keyFigureByKey("torsion")!;
const texture = (all: Awaited<ReturnType<typeof fresh>>, keyFigure = heat) => [
  ...all.store.get(all.valueRampAtom)(keyFigure),
];

beforeEach(() => localStorage.clear());

test("a palette holds for all ramps of its kind, is remembered, and can be undone", async () => {
  const first = await fresh();
  const [usual, deviations] = [texture(first), texture(first, torsion)];
  first.store.set(first.choosePalette, heat.ramp, "cividis");
  expect(texture(first)).not.toEqual(usual);
  expect(texture(first, torsion)).toEqual(deviations);
  expect(first.store.get(first.nextUndoAtom)?.name).toBe("workbench:step.palette");
  const second = await fresh();
  expect(texture(second)).toEqual(texture(first));
  await first.store.set(first.undo);
  expect(texture(first)).toEqual(usual);
  expect(first.store.get(first.paletteChoiceAtom)).toEqual({ sequential: null, diverging: null });
});

test("legend, table and card have the map's colour", async () => {
  const all = await fresh();
  all.store.set(all.keyFigureIdAtom, heat.id);
  all.store.set(all.legendModeAtom, "ramp");
  all.store.set(all.choosePalette, heat.ramp, "viridis");
  const [red, green, blue] = texture(all).slice(-4);
  // Without a summary the ramp reaches from 0 to 1.
  expect(all.store.get(all.mapColourAtom)(heat, 1)).toBe(`rgb(${red} ${green} ${blue})`);
});

test("a link's palette is shown but not stored, and what is stored wrongly is ignored", async () => {
  localStorage.setItem("palette", JSON.stringify({ sequential: "vik", diverging: null }));
  const all = await fresh();
  expect(all.store.get(all.paletteChoiceAtom)).toEqual({ sequential: null, diverging: null });
  all.store.set(all.keyFigureIdAtom, torsion.id);
  all.store.set(all.linkPalette, "puor");
  expect(all.store.get(all.chosenPaletteAtom)).toBe("puor");
  all.store.set(all.keyFigureIdAtom, heat.id);
  expect(all.store.get(all.chosenPaletteAtom)).toBeNull();
  expect((await fresh()).store.get(all.paletteChoiceAtom)).toEqual({
    sequential: null,
    diverging: null,
  });
});
