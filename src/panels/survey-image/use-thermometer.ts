// The temperatures of a thermal picture with the parameters, the palette and the measurements of the analyst: exact
// ones of a radiometric file, else those that its colours stand for.
import { useEffect, useMemo, useState } from "react";
import { useAtom, useStore } from "jotai";
import type { Picture } from "../../domain/image/look.ts";
import { rangeOf, type Grid, type Measure, type MeasureKind } from "../../domain/image/measure.ts";
import { thermometerOf, type Surroundings } from "../../domain/image/planck.ts";
import type { Radiometry } from "../../domain/image/radiometry.ts";
import { gridOfColours, pictureUrl, thermalPaletteAtom } from "../../state/plant/image/look.ts";
import { temperaturesOf } from "../../state/plant/image/survey-image.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { retriesAtom } from "../../state/shell/retry.ts";

export type Thermometer = ReturnType<typeof useThermometer>;
/** Where the numbers come from: the camera's constants, its counts alone, or the colours of the picture. */
export type ThermalBasis = "exact" | "relative" | "colours";

type Read = { readonly radiometry: Radiometry } | { readonly grid: Grid };

export function useThermometer(analysis_id: number, picture: Picture | null) {
  const store = useStore();
  const [read, setRead] = useState<Read | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [chosen, setAround] = useState<Surroundings | null>(null);
  const [chosenPalette, setPalette] = useAtom(thermalPaletteAtom);
  const [range, setRange] = useState<readonly [number, number] | null>(null);
  const [isotherm, setIsotherm] = useState<readonly [number, number] | null>(null);
  const [tool, setTool] = useState<MeasureKind | null>(null);
  const [measures, setMeasures] = useState<readonly Measure[]>([]);
  const [reference, setReference] = useState<number | null>(null);
  useEffect(() => {
    if (!picture) return;
    let isWanted = true;
    const load = () =>
      void readPicture(analysis_id, picture).then(
        (found) => {
          if (!isWanted) return;
          setRead(found);
          setFault(null);
        },
        (cause: unknown) => isWanted && setFault(faultWords(cause).title),
      );
    load();
    const stop = store.sub(retriesAtom, load);
    return () => {
      isWanted = false;
      stop();
    };
  }, [analysis_id, picture, store]);
  const radiometry = read && "radiometry" in read ? read.radiometry : null;
  const around = chosen ?? radiometry?.exact?.surroundings ?? null;
  const grid = useMemo((): Grid | null => {
    if (!read || "grid" in read) return read && "grid" in read ? read.grid : null;
    const { width, height, counts, exact } = read.radiometry;
    const planck = exact && around ? thermometerOf(exact.planck, around) : (value: number) => value;
    return { width, height, values: Float32Array.from(counts, planck) };
  }, [read, around]);
  const scale = useMemo(() => (grid ? rangeOf(grid) : ([0, 1] as const)), [grid]);
  const basis: ThermalBasis = !radiometry ? "colours" : radiometry.exact ? "exact" : "relative";
  // Of a picture of which only colours are known the bar of colours says what they mean.
  const palette = chosenPalette ?? (picture?.source === "result" ? "inferno" : "camera");
  return {
    /** Null until the temperatures are there. */
    grid,
    fault,
    basis,
    /** Whether the numbers are °C. */
    isCelsius: basis !== "relative",
    file: radiometry?.exact?.surroundings ?? null,
    file_name: picture?.file_name ?? "",
    around,
    setAround,
    scale,
    range: range ?? scale,
    setRange,
    palette,
    setPalette,
    isotherm,
    setIsotherm,
    tool,
    setTool,
    measures,
    addMeasure: (measure: Measure) => setMeasures([...measures, measure]),
    clearMeasures: () => {
      setMeasures([]);
      setReference(null);
    },
    /** The measurement that the others are compared with. */
    reference,
    setReference,
  };
}

/** Null where nothing can be measured in the picture. Rejects with the refusal. */
async function readPicture(analysis_id: number, picture: Picture): Promise<Read | null> {
  if (picture.is_radiometric) return { radiometry: await temperaturesOf(analysis_id, picture.id) };
  if (!picture.scale) return null;
  const image = new Image();
  image.src = await pictureUrl(analysis_id, picture, "full");
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!pen) return null;
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, width, height);
  const grid = gridOfColours(data, { width, height }, picture.scale);
  return grid && { grid };
}
