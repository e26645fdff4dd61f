// The palettes of measured values that the user has chosen.
import { atom } from "jotai";
import { rampKindOf, type RampId } from "../../../domain/colour/ramp.ts";
import {
  palettes,
  usualPalettes,
  valueRampTexture,
  type PaletteChoice,
  type ValueRamp,
} from "../../../domain/colour/value-ramp.ts";
import { keyFigureAtom } from "../column/key-figure.ts";
import { isDarkAtom } from "../../shell/theme.ts";
import { doUndoably, rememberedUndoable } from "../../shell/undoable.ts";

const kinds = ["sequential", "diverging"] as const;

function isChoice(stored: unknown): stored is PaletteChoice {
  if (typeof stored !== "object" || stored === null) return false;
  const choice = stored as Record<string, unknown>;
  return kinds.every((kind) => {
    const id = choice[kind];
    return id === null || palettes[kind].some((known) => known === id);
  });
}

/** By kind of ramp; null for the palette that a key figure has in the catalogue. */
export const paletteChoiceAtom = rememberedUndoable<PaletteChoice>(
  "palette",
  usualPalettes,
  isChoice,
);

/** Chooses the palette of all ramps of the same kind as this one; null for those of the catalogue. */
export const choosePalette = atom(null, (get, set, ramp: string, palette: RampId | null) => {
  const choice = { ...get(paletteChoiceAtom), [rampKindOf(ramp)]: palette };
  set(doUndoably, {
    name: "workbench:step.palette",
    change: (_get, set) => set(paletteChoiceAtom, choice),
  });
});

/** A function that returns the texture of a key figure's ramp as the map draws it. */
export const valueRampAtom = atom((get) => {
  const scheme = get(isDarkAtom) ? "dark" : "light";
  const chosen = get(paletteChoiceAtom);
  return (keyFigure: ValueRamp, choice = chosen) => valueRampTexture(keyFigure, scheme, choice);
});

/** The palette chosen for the ramps of the current key figure's kind; null for that of the catalogue. */
export const chosenPaletteAtom = atom((get): RampId | null => {
  const keyFigure = get(keyFigureAtom);
  return keyFigure?.kind === "f32" ? get(paletteChoiceAtom)[rampKindOf(keyFigure.ramp)] : null;
});

/** Shows the palette of a link, without storing it. */
export const linkPalette = atom(null, (get, set, palette: RampId) => {
  set(paletteChoiceAtom, { ...get(paletteChoiceAtom), [rampKindOf(palette)]: palette }, false);
});
