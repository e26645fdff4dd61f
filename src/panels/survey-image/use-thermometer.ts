// The temperatures of a radiometric image with the parameters, the palette and the measurements of the analyst.
import { useEffect, useMemo, useState } from "react";
import type { SurveyImage } from "../../domain/image/survey-image.ts";
import { rangeOf, type Grid, type Measure, type MeasureKind } from "../../domain/image/measure.ts";
import { thermometerOf, type Surroundings } from "../../domain/image/planck.ts";
import type { Radiometry } from "../../domain/image/radiometry.ts";
import type { ThermalPalette } from "../../domain/result-file/thermal-image.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { temperaturesOf } from "../../state/plant/image/survey-image.ts";

export type Thermometer = ReturnType<typeof useThermometer>;

export function useThermometer(analysis_id: number, image: SurveyImage | null) {
  const [radiometry, setRadiometry] = useState<Radiometry | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [chosen, setAround] = useState<Surroundings | null>(null);
  const [palette, setPalette] = useState<ThermalPalette | "camera">("camera");
  const [range, setRange] = useState<readonly [number, number] | null>(null);
  const [isotherm, setIsotherm] = useState<readonly [number, number] | null>(null);
  const [tool, setTool] = useState<MeasureKind | null>(null);
  const [measures, setMeasures] = useState<readonly Measure[]>([]);
  const wanted = image?.is_radiometric ? image.id : null;
  useEffect(() => {
    if (wanted === null) return;
    let isWanted = true;
    temperaturesOf(analysis_id, wanted).then(
      (found) => isWanted && setRadiometry(found),
      (cause: unknown) => isWanted && setFault(faultWords(cause).title),
    );
    return () => {
      isWanted = false;
    };
  }, [analysis_id, wanted]);
  const around = chosen ?? radiometry?.exact?.surroundings ?? null;
  const grid = useMemo((): Grid | null => {
    if (!radiometry) return null;
    const { width, height, counts, exact } = radiometry;
    const read = exact && around ? thermometerOf(exact.planck, around) : (value: number) => value;
    return { width, height, values: Float32Array.from(counts, read) };
  }, [radiometry, around]);
  const scale = useMemo(() => (grid ? rangeOf(grid) : ([0, 1] as const)), [grid]);
  return {
    /** Null until the counts are there. */
    grid,
    fault,
    isExact: radiometry?.exact !== null && radiometry !== null,
    file: radiometry?.exact?.surroundings ?? null,
    file_name: image?.file_name ?? "",
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
    clearMeasures: () => setMeasures([]),
  };
}
