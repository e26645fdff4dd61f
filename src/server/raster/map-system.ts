// The reference system of a raster by its EPSG code.
import { failure } from "../../domain/error.ts";
import type { LonLatSystem } from "../../domain/geometry/crs.ts";
import { systemFrom } from "../geo-file/system/system.ts";

/** @throws FILE_REFUSED for a code that is not known */
export function epsgSystem(epsg: number): LonLatSystem {
  const system = systemFrom(`EPSG:${epsg}`);
  if (!system) {
    const values = { code: `EPSG:${epsg}` };
    throw failure("FILE_REFUSED", { reason: "raster_system_unknown", values });
  }
  return system;
}
