// A plan of QGroundControl: simple commands of MAVLink, one after the other.
import { strFromU8 } from "fflate";
import { photoLegs, type Mission, type Stop } from "./mission.ts";

type Item = {
  readonly command: number;
  readonly frame: number;
  readonly params: readonly (number | null)[];
};
const [WAYPOINT, HOME, TAKE_OFF, SPEED, MOUNT, TRIGGER] = [16, 20, 22, 178, 205, 206];
const ABOVE_HOME = 3;

export function readPlan(bytes: Uint8Array): Mission {
  const { mission } = JSON.parse(strFromU8(bytes)) as {
    mission: { items: Item[]; cruiseSpeed: number; plannedHomePosition: [number, number, number] };
  };
  const stops: Stop[] = [];
  const every: (number | null)[] = [];
  let speed = mission.cruiseSpeed;
  let pitch = 0;
  let photo: number | null = null;
  let climb_m = 0;
  let flies = false;
  for (const { command, frame, params } of mission.items) {
    const [first = 0, second = 0, , heading = null, lat = 0, lon = 0, height = 0] = params;
    const last = stops.at(-1);
    if (command === TAKE_OFF) climb_m = height ?? 0;
    else if (command === MOUNT) {
      // A command without a place runs when the waypoint before it is reached.
      pitch = first ?? 0;
      if (last) stops[stops.length - 1] = { ...last, pitch_deg: pitch };
    } else if (command === SPEED) {
      speed = second ?? 0;
      if (last) stops[stops.length - 1] = { ...last, speed_m_s: speed };
    } else if (command === TRIGGER) {
      photo = (first ?? 0) > 0 ? first : null;
      if (every.length > 0) every[every.length - 1] = photo;
    } else if (command === WAYPOINT) {
      if (frame !== ABOVE_HOME) throw new Error(`frame ${frame}`);
      stops.push({
        at: [lon ?? NaN, lat ?? NaN],
        height_m: height ?? NaN,
        speed_m_s: speed,
        curve_m: second ?? 0,
        pitch_deg: pitch,
        heading_deg: heading,
      });
      every.push(photo);
    } else if (command === HOME) flies = true;
    else throw new Error(`command ${command}`);
  }
  if (!flies) throw new Error("the plan does not end at home");
  const [lat, lon] = mission.plannedHomePosition;
  return {
    format: "plan",
    home: [lon, lat],
    climb_m,
    return_m: null,
    transit_m_s: 15,
    isAboveGround: false,
    stops,
    photos: photoLegs(every),
  };
}
