// How the thermal image is coloured, and the temperature under the pointer.
import { useState } from "react";
import type { ResultImage } from "../../domain/analysis/analysis-result.ts";
import type { ThermalPalette } from "../../domain/result-file/thermal-image.ts";

type Range = readonly [number, number];

export type Thermometer = ReturnType<typeof useThermal>;

/** The chosen palette stays for the next image; the range begins with the scale of each. */
export function useThermal(image: ResultImage | undefined) {
  const scale: Range = [image?.scale_min ?? 0, image?.scale_max ?? 1];
  const hasScale = image !== undefined && image.scale_min !== null && image.scale_max !== null;
  const [palette, setPalette] = useState<ThermalPalette>("inferno");
  const [chosen, setChosen] = useState<{ id: number; range: Range } | null>(null);
  const [readable, setReadable] = useState<number | null>(null);
  const [temperature, setTemperature] = useState<number | null>(null);
  const id = image?.id ?? null;
  return {
    palette,
    setPalette,
    hasScale,
    scale,
    range: chosen !== null && chosen.id === id ? chosen.range : scale,
    setRange: (range: Range) => id !== null && setChosen({ id, range }),
    /** True once temperatures can be read from this image. */
    isReadable: id !== null && readable === id,
    setReadable: (isReadable: boolean) => setReadable(isReadable ? id : null),
    temperature,
    setTemperature,
  };
}
