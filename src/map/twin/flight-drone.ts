// The drone in 3D at the time that the slider of the flight shows, with a line down to the ground.
import { atom } from "jotai";
import { signalInks } from "../../domain/colour/palette.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { sceneDroneAtom } from "../../state/map/flight-scene.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { dotAt, linePrimitive, type SceneLine } from "./line-primitive.ts";
import type { OverlayView, TwinOverlay } from "./twin-overlay.ts";
import type { Point3 } from "./twin-camera.ts";

/** Metres from the middle of a drone to its rotors; pixels below which it is drawn larger than it is. */
const ARM_M = 0.4;
const ARM_LEAST_PX = 15;
const ROTOR_PX = 11;
const ARM_PX = 5;
const NOSE_PX = 6;
const PLUMB_PX = 1.5;
const DEGREE = Math.PI / 180;

type Drone = { readonly at: Point3; readonly heading_deg: number };

const droneAtomOf = (origin: LonLat) =>
  atom((get): Drone | null => {
    const drone = get(sceneDroneAtom);
    if (!drone || get(shownOpacityAtom)("flight_drone") === 0) return null;
    const [lon, lat, z] = drone.position;
    const { toPlane } = planeAt(origin);
    const base = get(groundAtom)?.at(...toPlane(...drone.take_off)) ?? 0;
    return { at: [...toPlane(lon, lat), base + z], heading_deg: drone.heading_deg };
  });

/** Four arms with rotors, and a nose ahead. */
function droneLines({ at, heading_deg }: Drone, { placed, perPixelAt1 }: OverlayView): SceneLine[] {
  const away = Math.hypot(...at.map((part, axis) => part - placed.eye[axis]!));
  const arm = Math.max(ARM_M, ARM_LEAST_PX * away * perPixelAt1);
  const towards = (turn: number, metres: number): Point3 => {
    const course = (heading_deg + turn) * DEGREE;
    return [at[0] + Math.sin(course) * metres, at[1] + Math.cos(course) * metres, at[2]];
  };
  const [body, rim] = [signalInks.drawing, signalInks.image_rim];
  const line = (points: readonly Point3[], width_px: number): SceneLine => ({
    points,
    inks: [body],
    width_px,
    rim,
  });
  const rotors = [45, 135, -135, -45].map((turn) => towards(turn, arm));
  return [
    { points: [at, [at[0], at[1], 0]], inks: [body], width_px: PLUMB_PX },
    ...rotors.map((rotor) => line([at, rotor], ARM_PX)),
    ...rotors.map((rotor) => dotAt(rotor, body, ROTOR_PX, rim)),
    line([at, towards(0, arm)], NOSE_PX),
  ];
}

export const flightDrone: TwinOverlay = ({ store, origin, frame, viewNow, ask }) => {
  const droneAtom = droneAtomOf(origin);
  // As large as the camera sees it, so it is made again for each frame.
  const linesNow = (): readonly SceneLine[] => {
    const [drone, view] = [store.get(droneAtom), viewNow()];
    return drone && view ? droneLines(drone, view) : [];
  };
  return {
    primitive: linePrimitive(frame, viewNow, linesNow),
    stop: store.sub(droneAtom, ask),
  };
};
