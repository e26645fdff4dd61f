// What each drone has flown of the analysis on the map, each drone in a colour of its own.
import { atom } from "jotai";
import { plainColours } from "../../domain/colour/palette.ts";
import { rgbOf, type Rgb } from "../../domain/colour/colour.ts";
import type { DroneFlown } from "../../domain/coverage/drone-coverage.ts";
import { droneTracks, type DroneTrack } from "../../domain/coverage/drone-track.ts";
import { hasCallAtom } from "../account/ask.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { dronesOf } from "../settings/coverage.ts";
import { valueOf } from "../shell/loaded.ts";
import { imagePlacesOf } from "../upload/analysis-file.ts";

export const droneTrackLayerId = "drone_tracks";

const [unnamed = "", ...named] = plainColours;

/** The colour of a drone by its place in the list; grey for images that do not name their drone. */
export function droneColour({ drone_serial }: Pick<DroneFlown, "drone_serial">, at: number): Rgb {
  return rgbOf(drone_serial === null ? unnamed : named[at % named.length]!);
}

/** The drones of the analysis on the map, as the server counts them. */
export const flownDronesAtom = atom((get) => {
  const id = get(analysisIdAtom);
  return id === null || !get(hasCallAtom)("coverage.drones") ? null : get(dronesOf(id));
});

export type ColouredTrack = DroneTrack & { readonly colour: Rgb };

/** Null until loaded, and where no image has a position. Fetched while their layer is shown. */
export const droneTracksAtom = atom((get): readonly ColouredTrack[] | null => {
  const id = get(analysisIdAtom);
  if (id === null || !get(hasCallAtom)("analysisFile.positions")) return null;
  const flown = valueOf(get(flownDronesAtom) ?? { state: "idle" })?.drones;
  const images = valueOf(get(imagePlacesOf(id))) ?? [];
  if (!flown) return null;
  const tracks = droneTracks(images);
  const coloured = tracks.map((track) => {
    const at = flown.findIndex(({ drone_serial }) => drone_serial === track.drone_serial);
    return { ...track, colour: droneColour(track, Math.max(0, at)) };
  });
  return coloured.length > 0 ? coloured : null;
});
