// Routes as lines of a map: KML with heights above the ground below, GeoJSON with heights above the take-off position.
import { strFromU8 } from "fflate";
import type { LonLat, Mission, Stop } from "./mission.ts";

type Feature = {
  readonly data: Readonly<Record<string, string>>;
  readonly positions: readonly (readonly number[])[];
};

function kmlFeatures(text: string): Feature[] {
  return (text.match(/<Placemark>.*?<\/Placemark>/gs) ?? []).map((xml) => {
    const data = [...xml.matchAll(/<Data name="([^"]+)"><value>([^<]*)/g)];
    const tuples = (/<coordinates>([^<]+)/.exec(xml)?.[1] ?? "").trim().split(/\s+/);
    return {
      data: Object.fromEntries(data.map(([, name, value]) => [name!, value!])),
      positions: tuples.map((tuple) => tuple.split(",").map(Number)),
    };
  });
}

function jsonFeatures(text: string): Feature[] {
  const { features } = JSON.parse(text) as {
    features: {
      properties: Record<string, unknown>;
      geometry: { type: string; coordinates: number[] | number[][] };
    }[];
  };
  return features
    .filter(({ geometry }) => geometry.type !== "Polygon")
    .map(({ properties, geometry }) => ({
      data: Object.fromEntries(
        Object.entries(properties)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [name, String(value)]),
      ),
      positions:
        geometry.type === "Point"
          ? [geometry.coordinates as number[]]
          : (geometry.coordinates as number[][]),
    }));
}

export function readMap(bytes: Uint8Array, format: "kml" | "geojson"): Mission {
  const text = strFromU8(bytes);
  const features = format === "kml" ? kmlFeatures(text) : jsonFeatures(text);
  const ofKind = (kind: string) => features.filter(({ data }) => data["kind"] === kind);
  const [line] = ofKind("flight_route");
  const [takeOff] = ofKind("take_off_position");
  const number = (feature: Feature | undefined, name: string) => Number(feature?.data[name] ?? NaN);
  const speed = number(line, "speed_m_s");
  const points = new Map(ofKind("waypoint").map((point) => [number(point, "index"), point]));
  const stops = line!.positions.map(([lon, lat, height], i): Stop => {
    const point = points.get(i);
    const own = number(point, "speed_m_s");
    const heading = number(point, "heading_deg");
    return {
      at: [lon!, lat!],
      height_m: height!,
      speed_m_s: own === own ? own : speed,
      curve_m: number(point, "damping_m"),
      pitch_deg: number(point, "gimbal_pitch_deg"),
      heading_deg: heading === heading ? heading : null,
    };
  });
  return {
    format,
    home: (takeOff?.positions[0]?.slice(0, 2) as unknown as LonLat | undefined) ?? null,
    climb_m: number(line, "security_height_m"),
    return_m: number(line, "return_height_m"),
    transit_m_s: 15,
    isAboveGround: format === "kml" && text.includes("relativeToGround"),
    stops,
    photos: ofKind("photo_run").map((run) => ({
      from: number(run, "from"),
      to: number(run, "to"),
      every_m: number(run, "distance_m"),
    })),
  };
}
