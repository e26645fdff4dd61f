// What is known of the ground below the routes that are shown in 3D.
import { atom } from "jotai";
import { unknownDashes } from "../../domain/flight/ground/unknown-ground.ts";
import { sceneRoutesAtom } from "./flight-scene.ts";
import { elevationAtom, isGroundFlatAtom } from "./ground.ts";

/** Dashes on the ground below routes and their ways, where the elevation file has no height. */
export const unknownDashesAtom = atom((get) => {
  const elevation = get(elevationAtom);
  if (!elevation) return [];
  return get(sceneRoutesAtom).flatMap(({ positions }) =>
    unknownDashes(
      positions.map(([lon, lat]) => [lon, lat]),
      elevation,
    ),
  );
});

/** `all` without an elevation file, `part` where it has gaps below a route; null where all is known or no route is shown. */
export const flownUnknownAtom = atom((get): "all" | "part" | null => {
  if (get(sceneRoutesAtom).length === 0) return null;
  if (get(isGroundFlatAtom)) return "all";
  return get(unknownDashesAtom).length > 0 ? "part" : null;
});
