// The reference system of files that state none and whose coordinates are no degrees: chosen by a user, or remembered.
import { isFailure, type Problem } from "../../domain/error.ts";
import { SYSTEM, type FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { TwinSource } from "../geo-file/raw-feature.ts";
import { withChoices } from "../geo-file/raw-feature.ts";
import { NEAR_M, systemsNear } from "../geo-file/system/system-code.ts";
import { systemFrom } from "../geo-file/system/system.ts";
import { understand, type Understood } from "./understand.ts";

const MOST_PROPOSED = 6;

export type PlacedFiles = {
  readonly understood: Understood;
  readonly choice: FilePreview["system_choice"];
  /** The system that was taken; undefined where the files need none. */
  readonly system: string | undefined;
  readonly isRemembered: boolean;
  /** Why nothing can be placed yet. */
  readonly faults: readonly Problem[];
};

/** Reasons that another choice of the system puts right. */
const reasons = new Set(["crs_missing", "crs_other_unit", "twin_crs_unknown", "twin_crs_shift"]);

/**
 * What the files hold, placed in the chosen system where they state none. Without a choice, a system of an earlier
 * import is taken that puts them near the plant.
 * @param near places of the plant
 * @throws FILE_REFUSED for a file that cannot be read at all
 */
export async function understandPlaced(
  sources: readonly TwinSource[],
  near: readonly LonLat[],
  { [SYSTEM]: chosen }: FileMapping,
  remembered: readonly FileMapping[],
): Promise<PlacedFiles> {
  let first: readonly [x: number, y: number] | null = null;
  let files: Understood["files"] = [];
  const read = (system: string | null | undefined) => {
    const placed = system ? sources.map((one) => withChoices(one, { [SYSTEM]: system })) : sources;
    return understand(placed, near, (x, y, soFar) => {
      first ??= [x, y];
      files = soFar;
    });
  };
  const found = (
    understood: Understood,
    system: string | null | undefined,
    isRemembered: boolean,
  ) => {
    const choice =
      first === null ? null : { chosen: system ?? null, proposed: proposedNear(first, near) };
    const taken = choice === null ? undefined : (system ?? undefined);
    return { understood, choice, system: taken, isRemembered, faults: [] };
  };
  try {
    return found(await read(chosen), chosen, false);
  } catch (error) {
    const at = first as readonly [number, number] | null;
    const isAsked = isFailure(error) && reasons.has(error.problems[0]?.reason ?? "");
    if (!isAsked || at === null) throw error;
    const known = chosen ? undefined : knownSystem(remembered, at, near);
    if (known !== undefined) return found(await read(known), known, true);
    return { ...found(nothingOf(files), chosen, false), faults: error.problems };
  }
}

const proposedNear = (place: readonly [number, number], [plant]: readonly LonLat[]) =>
  plant ? systemsNear(place, plant).slice(0, MOST_PROPOSED) : [];

/** The system of the newest import that puts the place near the plant. */
function knownSystem(
  remembered: readonly FileMapping[],
  [x, y]: readonly [number, number],
  near: readonly LonLat[],
): string | undefined {
  return remembered
    .flatMap(({ [SYSTEM]: system }) => system ?? [])
    .find((system) => {
      const [lon, lat] = systemFrom(system)?.toLonLat(x, y) ?? [NaN, NaN];
      if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return false;
      return near.some((plant) => placesApart(plant, [lon, lat]) <= NEAR_M);
    });
}

const nothingOf = (files: Understood["files"]): Understood => ({
  files,
  systems: [],
  feature_count: 0,
  outline_count: 0,
  line_count: 0,
  point_count: 0,
  bounds: null,
  distance_km: null,
  columns: [],
  more_columns: 0,
  folders: [],
  more_folders: 0,
  notes: [],
  shapes: [],
});
