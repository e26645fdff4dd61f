// Key figures of photovoltaic plants.
import type { KeyFigure } from "./key-figure.ts";

export const photovoltaicKeyFigures: readonly KeyFigure[] = [];
