// Missions of the Litchi app, as CSV and as its binary file. The app flies home after each.
import { strFromU8 } from "fflate";
import { photoLegs, type Mission, type Stop } from "./mission.ts";

/** m/s: the limit of the drones that the app flies. */
const TRANSIT_M_S = 15;

function missionOf(
  format: string,
  stops: readonly Stop[],
  every: readonly (number | null)[],
): Mission {
  return {
    format,
    home: null,
    // The drone climbs to its first waypoint before it flies there.
    climb_m: stops[0]?.height_m ?? 0,
    return_m: null,
    transit_m_s: TRANSIT_M_S,
    isAboveGround: false,
    stops,
    photos: photoLegs(every),
  };
}

export function readLitchiTable(bytes: Uint8Array): Mission {
  const [head = "", ...lines] = strFromU8(bytes).trim().split(/\r?\n/);
  const names = head.split(",");
  const rows = lines.map((line) => {
    const cells = line.split(",").map(Number);
    return (name: string) => cells[names.findIndex((one) => one.startsWith(name))] ?? NaN;
  });
  const stops = rows.map((cell): Stop => {
    return {
      at: [cell("longitude"), cell("latitude")],
      height_m: cell("altitude(m)"),
      speed_m_s: cell("speed(m/s)"),
      curve_m: cell("curvesize") <= 0.2001 ? 0 : cell("curvesize"),
      pitch_deg: cell("gimbalpitchangle"),
      heading_deg: cell("heading(deg)"),
    };
  });
  const every = rows.map((cell) =>
    cell("photo_distinterval") > 0 ? cell("photo_distinterval") : null,
  );
  const above = rows.some((cell) => cell("altitudemode") === 1);
  return { ...missionOf("csv", stops, every), isAboveGround: above };
}

export function readLitchiFile(bytes: Uint8Array): Mission {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const next = (size: number) => (at += size) - size;
  const whole = () => view.getInt32(next(4));
  const single = () => view.getFloat32(next(4));
  const double = () => view.getFloat64(next(8));
  if (whole() !== 0x6c63686d) throw new Error("no Litchi mission");
  const follows = whole() === 0;
  next(8);
  const cruising = single();
  // The stick's speed, a flag, the version and five unused numbers.
  next(4 + 4 + 2 + 10);
  const stops: Stop[] = [];
  const count = whole();
  for (let i = 0; i < count; i++) {
    const height_m = single();
    next(4);
    const heading = single();
    const speed = single();
    next(4);
    const lat = double();
    const lon = double();
    const curve = single();
    next(4);
    const pitch_deg = whole();
    const actions = whole();
    next(4 + 8 * actions);
    stops.push({
      at: [lon, lat],
      height_m,
      speed_m_s: speed > 0 ? speed : cruising,
      curve_m: curve <= 0.2001 ? 0 : curve,
      pitch_deg,
      heading_deg: follows ? null : heading,
    });
  }
  const points = whole();
  next(20 * points);
  next(10 * count + 6 * points);
  next(12 + 8);
  const every = stops.map(() => {
    next(4);
    const metres = single();
    return metres > 0 ? metres : null;
  });
  return missionOf("lchm", stops, every);
}
