// Whether uploaded images belong to their analysis: by place and by day.
import type { Problem } from "../error.ts";
import { limits } from "../limits.ts";
import type { FileOrigin, readingStates } from "./analysis-file.ts";
import { wallClock } from "../plant/plant-time.ts";
import { plantTimeZone } from "../plant/plant-zone.ts";
import { kilometresAway, type PlantPlace } from "./far-image.ts";

type Taken = Pick<FileOrigin, "taken_at" | "utc_offset" | "lon" | "lat">;

const dayMs = 24 * 3600_000;

/** The day at the place of the image, without a place by the camera's clock: 2026-05-01; null without a time. */
function dayOf({ taken_at, utc_offset, lon, lat }: Taken): string | null {
  if (taken_at === null) return null;
  const time = Date.parse(taken_at);
  // Cameras that come from another country keep the clock of that one.
  const local =
    lon !== null && lat !== null
      ? wallClock(plantTimeZone({ lon, lat }), time)
      : time + (utc_offset ?? 0) * 60_000;
  return new Date(local).toISOString().slice(0, 10);
}

/** Counts images by day, one after the other. */
export function countDays() {
  const counts = new Map<string, number>();
  return {
    add(file: Taken): void {
      const day = dayOf(file);
      if (day !== null) counts.set(day, (counts.get(day) ?? 0) + 1);
    },
    /** The day on which most images were taken, the first of those; null without images. */
    most(): string | null {
      const most = Math.max(...counts.values());
      return [...counts].filter(([, count]) => count === most).toSorted()[0]?.[0] ?? null;
    },
  };
}

type ReadFile = Taken &
  Pick<FileOrigin, "width"> & {
    readonly reading_state: (typeof readingStates)[number];
    readonly reading_fault: string | null;
  };

/**
 * Why the file may not belong to the analysis; empty if nothing speaks against it. Images are judged by place and
 * time, rasters (which have a place and no width) by their place, other files not at all.
 */
export function fileProblems(file: ReadFile, plant: PlantPlace, date: string | null): Problem[] {
  const { reading_fault: fault } = file;
  // The place and the time of an image of a phone are known, although its picture is not read.
  const hasTags = fault === "image_heic_tags";
  if (fault !== null && !hasTags) return [{ reason: fault }];
  const problems: Problem[] = hasTags ? [{ reason: fault }] : [];
  if (file.reading_state === "waiting") return problems;
  const isImage = file.width !== null || hasTags;
  if (file.lon === null || file.lat === null) {
    if (isImage) problems.push({ reason: "image_without_position" });
  } else {
    const kilometres = kilometresAway(plant, file.lon, file.lat);
    if (kilometres !== null) {
      const values = { kilometres };
      const reason = isImage ? "image_far_from_plant" : "raster_far_from_plant";
      problems.push({ reason, values });
    }
  }
  if (!isImage) return problems;
  const day = dayOf(file);
  if (day === null) problems.push({ reason: "image_without_time" });
  else if (
    date !== null &&
    Math.abs(Date.parse(day) - Date.parse(date)) > limits.surveyDays * dayMs
  ) {
    problems.push({ reason: "image_of_other_day", values: { day, date } });
  }
  return problems;
}
