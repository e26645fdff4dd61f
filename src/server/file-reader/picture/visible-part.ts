// The visible rasters of a survey: what they show of tubes and mirrors, or of modules.
import type { Twin } from "../../../domain/component/component-index.ts";
import { flaggedFindings } from "../../../domain/evaluation/flagged-finding.ts";
import { namedFindings, type FoundFinding } from "../../../domain/evaluation/finding-review.ts";
import {
  filledIn,
  seenInImage,
  seenRows,
  visibleVotes,
  type VisibleImage,
} from "../../../domain/evaluation/visible/visible-image.ts";
import type { EvaluationSettings } from "../../../domain/evaluation/evaluation-settings.ts";
import {
  flightPlaces,
  type FlightPlaces,
  type ImagePlace,
} from "../../../domain/evaluation/place/flight-place.ts";
import type { FindingColumns } from "../../../domain/evaluation/module/module-finding.ts";
import { implausibleVisible, type Implausible } from "../../../domain/evaluation/plausibility.ts";
import type { SurveyRaster, ToPixel } from "../../../domain/evaluation/raster-survey.ts";
import {
  isPlacedAt,
  isPlaceSure,
  placedOnly,
  type Registration,
} from "../../../domain/evaluation/registration.ts";
import type { RasterRegistration } from "../../../domain/evaluation/survey-log.ts";
import { falseColours } from "../../../domain/evaluation/visible/false-colour.ts";
import {
  mirrorsSeen,
  modulesSeen,
  tubesSeen,
} from "../../../domain/evaluation/visible/visible-finding.ts";
import {
  surveyVisible,
  type VisibleComponent,
  type VisibleRaster,
} from "../../../domain/evaluation/visible/visible-survey.ts";
import type { Plane } from "../../../domain/geometry/plane.ts";
import type { ImageCamera } from "../../../domain/image/image-camera.ts";
import type { OpenRaster } from "../../raster/open-raster.ts";
import { readGroundLevel } from "../raster/ground-level.ts";
import type { PlacedRaster } from "./finding-picture.ts";
import type { Placer } from "../raster/raster-placer.ts";
import type { RowPart } from "../row-part.ts";
import type { storeOf } from "../store-access.ts";

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
    return level ? readGroundLevel(store, twin, level) : null;
  };
  const { geometry: own } = (await levelOf(type))!;
  const mirrorLevel = type === "absorber_tube" ? await levelOf("mirror") : null;
  const mirrors = mirrorLevel?.geometry ?? null;
  const elements = mirrors && ((await levelOf("sce"))?.geometry ?? null);
  const votes = visibleVotes(own.count);
  const mirrorVotes = visibleVotes(mirrors?.count ?? 0);
  let measuredImages = 0;
  const [seen, seenMirrors] = [
    new Map<number, VisibleComponent>(),
    new Map<number, VisibleComponent>(),
  ];
  /** Modules or tubes that are seen where the place is not sure. */
  const unplaced = new Set<number>();
  const files: string[] = [];
  const falseColour: string[] = [];
  const placed: PlacedRaster[] = [];
  let pixels = 0;
  /** Known once all was visited. */
  let known: { readonly own: Gated; readonly mirrors: Gated } | null = null;
  return {
    files,
    /** Rasters that show temperatures as colours, or no colours: nothing of them counts. */
    falseColour,
    /** Rasters whose place is sure. */
    placed,
    pixels: () => pixels,
    isInRaster: (row: number) => seen.has(row),
    has: (row: number) => seen.has(row) || votes.has(row),
    isUnplaced: (row: number) => unplaced.has(row),
    isImplausible: () => judged().own.implausible.length > 0,
    /** Why what the colours show counts nowhere. */
    implausible: () => [...judged().own.implausible, ...judged().mirrors.implausible],
    images: () => measuredImages,

    /** Null for one of which nothing counts, wherever it lies. */
    async visit(
      file: string,
      raster: OpenRaster,
      stated: ToPixel,
      place: Placer,
      visitRows: RowPart["visitRaster"],
    ): Promise<RasterRegistration | null> {
      const colours = colourRaster(raster);
      if (await falseColours(colours)) {
        falseColour.push(file);
        return null;
      }
      // Mirrors and modules are wide enough to match; the tubes lie above the mirrors.
      const bright = brightness(raster);
      const found = await place(bright, mirrors ?? own);
      files.push(file);
      const answer = { file, found: found?.registration ?? null };
      const isThere = found !== null && isPlaceSure(found);
      const toPixel = found?.toPixel ?? stated;
      const shown = await surveyVisible(colours, own, toPixel, settings);
      pixels += shown.pixels;
      for (const [row, one] of shown.seen) {
        // What is seen there may belong to a neighbour, or to the ground.
        if (!isThere || !isPlacedAt(found, own, row)) unplaced.add(row);
        else if (one.valid > (seen.get(row)?.valid ?? 0)) seen.set(row, one);
      }
      if (!isThere) return answer;
      await visitRows(bright, found);
      placed.push({ kind: "rgb", raster: colours, toPixel });
      if (mirrors) {
        const there = placedOnly(mirrors, found);
        pixels += (await surveyVisible(colours, there, toPixel, settings, seenMirrors)).pixels;
      }
      return answer;
    },

    /** Finds out where the visible images of a flight lie: mirrors and modules are wide enough to match. */
    flight: (cameras: readonly ImageCamera[], plane: Plane): FlightPlaces =>
      flightPlaces({ geometry: mirrors ?? own, plane, settings, cameras, isChecked: false }),

    /** A single image; it counts where its place is sure, for components that no raster shows. */
    async visitImage(image: VisibleImage, { found }: ImagePlace): Promise<ShownImage> {
      if (seenRows(image, mirrors ?? own).length === 0) return { shown: "elsewhere", found: null };
      if (!found) {
        const shown = await seenInImage(image, own, null, settings);
        for (const at of shown.seen.keys()) unplaced.add(shown.rows[at]!);
        pixels += shown.pixels;
        return { shown: "not sure", found: null };
      }
      const part = await seenInImage(image, own, found, settings);
      const judge = type === "module" ? modulesSeen : tubesSeen;
      votes.add(part.rows, judge(part.part, part.seen, settings), image.place);
      pixels += part.pixels;
      if (mirrors && elements) {
        const facing = await seenInImage(image, mirrors, found, settings);
        const judged = mirrorsSeen(facing.part, elements, facing.seen, settings);
        mirrorVotes.add(facing.rows, judged, image.place);
        pixels += facing.pixels;
      }
      measuredImages += 1;
      return { shown: "measured", found: found.registration };
    },

    /** Of the mirrors, for the review: no temperature says what colours say. @param judged dt_ids */
    mirrorFindings(columns: FindingColumns, judged: ReadonlySet<string>): FoundFinding[] {
      if (!mirrorLevel) return [];
      const { geometry, names } = mirrorLevel;
      const found = flaggedFindings(geometry, columns, {
        isUnsure: () => false,
        isVisible: () => true,
        isJudged: (row) => judged.has(names.dtId(row)),
        settings,
      });
      return namedFindings("mirror", names, found);
    },

    /** By key figure: of the tubes or modules, and of the mirrors. */
    columns(): { readonly own: FindingColumns; readonly mirrors: FindingColumns } {
      return { own: judged().own.columns, mirrors: judged().mirrors.columns };
    },
  };

  function judged() {
    if (known) return known;
    const images = { own: votes.columns(), mirrors: mirrorVotes.columns() };
    const isRaster = files.length > 0;
    const ofRasters = {
      own: isRaster ? (type === "module" ? modulesSeen : tubesSeen)(own, seen, settings) : {},
      mirrors:
        isRaster && mirrors && elements
          ? mirrorsSeen(mirrors, elements, seenMirrors, settings)
          : {},
    };
    known = {
      own: gated(filledIn(ofRasters.own, images.own, (row) => seen.has(row))),
      mirrors: gated(filledIn(ofRasters.mirrors, images.mirrors, (row) => seenMirrors.has(row))),
    };
    return known;
  }
}

type ShownImage = {
  readonly shown: "measured" | "not sure" | "elsewhere";
  /** Where it lies; null where that is not sure. */
  readonly found: Registration | null;
};

type Gated = { readonly columns: FindingColumns; readonly implausible: readonly Implausible[] };

/** The columns; none where they cannot be true. */
function gated(columns: FindingColumns): Gated {
  const implausible = implausibleVisible(columns);
  return { columns: implausible.length > 0 ? {} : columns, implausible };
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
