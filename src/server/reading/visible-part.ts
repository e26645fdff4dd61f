// The visible rasters of a survey: what they show of tubes and mirrors, or of modules.
import type { Twin } from "../../domain/component/component-index.ts";
import type { EvaluationSettings } from "../../domain/evaluation/evaluation-settings.ts";
import type { FindingColumns } from "../../domain/evaluation/module-finding.ts";
import type { SurveyRaster, ToPixel } from "../../domain/evaluation/raster-survey.ts";
import { registerRaster } from "../../domain/evaluation/registration.ts";
import type { RasterRegistration } from "../../domain/evaluation/survey-log.ts";
import { mirrorsSeen, modulesSeen, tubesSeen } from "../../domain/evaluation/visible-finding.ts";
import {
  surveyVisible,
  type VisibleComponent,
  type VisibleRaster,
} from "../../domain/evaluation/visible-survey.ts";
import type { OpenRaster } from "../raster/open-raster.ts";
import { readLevel } from "../store/plant/twin-object.ts";
import type { RowPart } from "./row-part.ts";
import type { storeOf } from "./store-access.ts";

const [COLOURS, WITH_ALPHA] = [3, 4];

/** Red, green and blue in bytes, with or without transparency. */
export function isVisible({ bands, sample }: Pick<OpenRaster, "bands" | "sample">): boolean {
  return (bands === COLOURS || bands === WITH_ALPHA) && sample === "uint8";
}

type Store = Awaited<ReturnType<typeof storeOf>>;

export async function visibleSurvey(
  store: Store,
  twin: Twin,
  type: "module" | "absorber_tube",
  settings: EvaluationSettings,
) {
  const levelOf = async (wanted: "module" | "absorber_tube" | "mirror" | "sce") => {
    const level = twin.levels.find(({ component_type }) => component_type === wanted);
    return level ? (await readLevel(store, level)).geometry : null;
  };
  const own = (await levelOf(type))!;
  const mirrors = type === "absorber_tube" ? await levelOf("mirror") : null;
  const elements = mirrors && (await levelOf("sce"));
  const [seen, seenMirrors] = [
    new Map<number, VisibleComponent>(),
    new Map<number, VisibleComponent>(),
  ];
  const unsure = new Set<number>();
  const files: string[] = [];
  let pixels = 0;
  return {
    files,
    pixels: () => pixels,
    has: (row: number) => seen.has(row),
    isUnsure: (row: number) => unsure.has(row),

    async visit(
      file: string,
      raster: OpenRaster,
      stated: ToPixel,
      visitRows: RowPart["visitRaster"],
    ): Promise<RasterRegistration> {
      // Mirrors and modules are wide enough to match; the tubes lie above the mirrors.
      const bright = brightness(raster);
      const found = await registerRaster(bright, mirrors ?? own, stated);
      const toPixel = found?.toPixel ?? stated;
      await visitRows(bright, toPixel, found?.registration.is_ambiguous !== true);
      const before = new Map(seen);
      const colours = colourRaster(raster);
      pixels += (await surveyVisible(colours, own, toPixel, settings, seen)).pixels;
      if (mirrors)
        pixels += (await surveyVisible(colours, mirrors, toPixel, settings, seenMirrors)).pixels;
      for (const [row, one] of seen) {
        if (before.get(row) === one) continue;
        if (found?.registration.is_ambiguous === true) unsure.add(row);
        else unsure.delete(row);
      }
      files.push(file);
      return { file, found: found?.registration ?? null };
    },

    /** By key figure: of the tubes or modules, and of the mirrors. */
    columns(): { readonly own: FindingColumns; readonly mirrors: FindingColumns } {
      if (files.length === 0) return { own: {}, mirrors: {} };
      return {
        own: (type === "module" ? modulesSeen : tubesSeen)(own, seen, settings),
        mirrors: mirrors && elements ? mirrorsSeen(mirrors, elements, seenMirrors, settings) : {},
      };
    },
  };
}

function colourRaster(raster: OpenRaster): VisibleRaster {
  const { width, height, nodata } = raster;
  return {
    width,
    height,
    async read(window) {
      const [red = [], green = [], blue = [], alpha] = await raster.readBands(window);
      const bands = [red, green, blue] as const;
      const isNothing = (at: number) =>
        nodata !== null && bands.every((band) => band[at] === nodata);
      return {
        ...window,
        bands,
        isValid: (at) => (alpha === undefined || alpha[at] !== 0) && !isNothing(at),
      };
    },
  };
}

/** Mean of the colours; NaN where there are none. */
function brightness(raster: OpenRaster): SurveyRaster {
  const colours = colourRaster(raster);
  return {
    width: raster.width,
    height: raster.height,
    async read(window) {
      const { bands, isValid } = await colours.read(window);
      return Float32Array.from(bands[0], (red, at) =>
        isValid(at) ? (red + bands[1][at]! + bands[2][at]!) / COLOURS : NaN,
      );
    },
  };
}
