// Key figures of parabolic-trough fields.
import type { KeyFigure } from "./key-figure.ts";

export const troughKeyFigures: readonly KeyFigure[] = [];
