// Whether the picture shows the modules of the twin at a place that was found: not the ground, and no other modules.
import type { Geometry } from "../../component/component-index.ts";
import type { SurveyRaster } from "../raster-survey.ts";
import type { Registered } from "../registration.ts";
import { dividedModules } from "./divided-module.ts";
import { groundAlike } from "./ground-contrast.ts";
import { coveredGaps } from "./run-end.ts";

/** With a larger share of modules that look like the ground, the two cannot be distinguished. */
const MOST_ALIKE = 0.5;
/** With a larger share of modules through which a line of the ground runs, the twin has others than the plant. */
const MOST_DIVIDED = 0.4;
/** With a larger share of trackers whose modules are one further, all names are in doubt; of fewer trackers a share says nothing. */
const MOST_SHIFTED = 0.1;
const LEAST_TRACKERS = 5;

const unsure = (found: Registered, why: Partial<Registered["registration"]>): Registered => ({
  ...found,
  registration: { ...found.registration, is_ambiguous: true, ...why },
});

/**
 * The same place, which is not sure where the twin has other modules, where its trackers have their modules one further,
 * and where modules look like the ground beside them. Single such trackers are kept in `shifted`.
 * @param least modules with fewer of which a share says nothing; a single image shows few
 */
export async function checkedGround(
  raster: SurveyRaster,
  geometry: Geometry,
  found: Registered | null,
  least?: number,
): Promise<Registered | null> {
  if (!found || found.registration.is_ambiguous || geometry.type !== "module") return found;
  const alike = await groundAlike(raster, geometry, found.toPixel, least);
  if (alike !== null && alike > MOST_ALIKE) return unsure(found, { ground_alike: alike });
  const divided = await dividedModules(raster, geometry, found.toPixel, least);
  if (divided !== null && divided > MOST_DIVIDED) return unsure(found, { divided });
  const { seen, parents } = await coveredGaps(raster, geometry, found.toPixel);
  if (parents.size === 0) return found;
  const shifted = parents.size / seen;
  if (seen >= LEAST_TRACKERS && shifted > MOST_SHIFTED) return unsure(found, { shifted });
  return { ...found, registration: { ...found.registration, shifted }, shifted: parents };
}
