// A DJI route file as the drone reads it: waylines.wpml is flown, template.kml must say the same.
import { strFromU8, unzipSync } from "fflate";
import type { LonLat, Mission, PhotoLeg, Stop } from "./mission.ts";

/** The text of the first element of this name; empty without one. */
const textOf = (xml: string, name: string) =>
  new RegExp(`<wpml:${name}>([^<]*)</wpml:${name}>`).exec(xml)?.[1] ?? "";
const numberOf = (xml: string, name: string) => Number(textOf(xml, name) || NaN);

const placemarks = (xml: string) => xml.match(/<Placemark>.*?<\/Placemark>/gs) ?? [];
const placeOf = (xml: string): LonLat => {
  const [lon, lat] = (/<coordinates>([^<]+)/.exec(xml)?.[1] ?? "").split(",").map(Number);
  return [lon ?? NaN, lat ?? NaN];
};

function stopOf(xml: string): Stop {
  const stops = textOf(xml, "waypointTurnMode").includes("Stop");
  const follows = textOf(xml, "waypointHeadingMode") === "followWayline";
  return {
    at: placeOf(xml),
    height_m: numberOf(xml, "executeHeight"),
    speed_m_s: numberOf(xml, "waypointSpeed"),
    curve_m: stops ? 0 : numberOf(xml, "waypointTurnDampingDist"),
    pitch_deg: numberOf(xml, "waypointGimbalPitchAngle"),
    heading_deg: follows ? null : numberOf(xml, "waypointHeadingAngle"),
  };
}

function photosOf(xml: string): PhotoLeg[] {
  const groups = xml.match(/<wpml:actionGroup>.*?<\/wpml:actionGroup>/gs) ?? [];
  return groups
    .filter((group) => group.includes("takePhoto") && group.includes("multipleDistance"))
    .map((group) => ({
      from: numberOf(group, "actionGroupStartIndex"),
      to: numberOf(group, "actionGroupEndIndex"),
      every_m: numberOf(group, "actionTriggerParam"),
    }));
}

/** @throws Error where the two files of the archive tell different flights */
export function readDji(bytes: Uint8Array): Mission {
  const entries = unzipSync(bytes);
  const flown = strFromU8(entries["wpmz/waylines.wpml"]!);
  const shown = placemarks(strFromU8(entries["wpmz/template.kml"]!));
  const stops = placemarks(flown).map(stopOf);
  for (const [i, stop] of stops.entries()) {
    const other = shown[i] ?? "";
    const isSame =
      Math.abs(placeOf(other)[0] - stop.at[0]) < 1e-9 &&
      numberOf(other, "height") === stop.height_m;
    if (!isSame) throw new Error(`waypoint ${i + 1} of template.kml differs`);
  }
  if (shown.length !== stops.length) throw new Error("template.kml has other waypoints");
  const [lat, lon] = textOf(flown, "takeOffRefPoint").split(",").map(Number);
  return {
    format: "kmz",
    home: [lon!, lat!],
    climb_m: Math.max(numberOf(flown, "takeOffSecurityHeight"), stops[0]?.height_m ?? 0),
    return_m: numberOf(flown, "globalRTHHeight"),
    transit_m_s: numberOf(flown, "globalTransitionalSpeed"),
    isAboveGround: false,
    stops,
    photos: photosOf(flown),
  };
}
