// A route that one drone flies on one battery, as the planner makes it and every export writes it.

/** Longitude and latitude in degrees, WGS 84, in this order. */
export type Place = readonly [longitude: number, latitude: number];

export type TakeOff = {
  readonly place: Place;
  /** Metres above the WGS 84 ellipsoid; null where no elevation is known. */
  readonly elevation_m: number | null;
  /** Absent: none. Routes have none of their own: theirs is that of the plant's position at the same place. */
  readonly name?: string;
};

export type Waypoint = {
  readonly place: Place;
  /** Metres above the take-off position. */
  readonly height_m: number;
  /** Direction of the aircraft's nose in degrees clockwise from north, [-180, 180]; null: along the route. */
  readonly heading_deg: number | null;
  /** Of the camera: -90 looks straight down, 0 ahead. */
  readonly gimbal_pitch_deg: number;
  /** Metres before the waypoint where the turn begins; 0: the drone stops at the waypoint. */
  readonly damping_m: number;
  /** m/s on the leg that begins here; absent: the speed of the route. */
  readonly speed_m_s?: number;
  /** Seconds that the drone hovers here; absent: none. */
  readonly hover_s?: number;
  /** The leg that begins here leads over ground between two flight polygons, as high as ways home; absent: it lies inside one. */
  readonly crosses?: true;
  /** One photo is taken here, with the lenses of the route; absent: only those of the photo runs. */
  readonly takes_photo?: true;
};

/** A stretch on which a photo is taken every so many metres. */
export type PhotoRun = {
  /** Index of the waypoint where it begins. */
  readonly from: number;
  /** Index of the waypoint where it ends, greater than `from`. */
  readonly to: number;
  readonly distance_m: number;
};

/** A lens of a drone's camera, in the words of DJI's route files. */
export const lenses = ["wide", "zoom", "ir"] as const;
export type Lens = (typeof lenses)[number];

/** The drones that a route can be planned for, in their makers' short names. */
export const aircraftModels = [
  "M2EA",
  "M3E",
  "M3T",
  "M3TD",
  "M30T",
  "M4T",
  "M4TD",
  "H20T",
] as const;
/** H20T is the camera on a Matrice 300 or 350. */
export type AircraftModel = (typeof aircraftModels)[number];

/** What the route measures; specification section 3, "flight types". */
export const flightTypes = [
  "pv_thermal",
  "trough_thermal",
  "full_sca_online",
  "full_sca_offline",
  "half_sca_online",
  "half_sca_offline",
] as const;
export type FlightType = (typeof flightTypes)[number];

export type FlightRoute = {
  readonly name: string;
  readonly aircraft: AircraftModel;
  readonly flight_type: FlightType;
  readonly lenses: readonly Lens[];
  /** Metres above the ground below, as its waypoints are now. */
  readonly altitude_agl_m: number;
  /** Metres above the ground that the planner chose, which no edit changes; null or absent: no planner made the route. */
  readonly planned_altitude_m?: number | null;
  /** Cruising speed in m/s. */
  readonly speed_m_s: number;
  readonly take_off: TakeOff;
  readonly waypoints: readonly Waypoint[];
  readonly photo_runs: readonly PhotoRun[];
  /** Sum of the straight legs between the waypoints, with the legs from and to the take-off position. */
  readonly distance_m: number;
  /** From leaving the ground to landing. */
  readonly duration_s: number;
  /** Metres above the take-off position of the ways to the first waypoint and home, as set; null or absent: by the terrain. */
  readonly set_security_height_m?: number | null;
  readonly set_return_height_m?: number | null;
  /** m/s of long ways without photos, also from and to the take-off position, as set; null or absent: as fast as it flies. */
  readonly set_transit_m_s?: number | null;
  /** m/s of wind that its campaign expects; null or absent: not stated. */
  readonly set_wind_m_s?: number | null;
  /** Minutes that a full battery lasts, as the campaign was planned with; null or absent: as the maker quotes it. */
  readonly flight_time_min?: number | null;
  /** Percent of the battery that its campaign does not plan with; null or absent: as the planner begins with. */
  readonly set_reserve_percent?: number | null;
  /** Pixels that a thermal photo may smear, as its campaign sets it; null or absent: one. */
  readonly set_thermal_blur_px?: number | null;
  /** Mark of the terrain that its campaign was planned over: 0 flat ground, null some terrain; absent: not known. */
  readonly planned_terrain?: number | null;
  /** Number of the evaluation batch that its images belong to; null or absent: none. */
  readonly eval_batch_num?: number | null;
};

export const obstacleForms = ["point", "line", "area"] as const;
export type ObstacleForm = (typeof obstacleForms)[number];

export type Obstacle = {
  readonly form: ObstacleForm;
  /** Its place, the corners of a line, or the corners of an outline, which is not closed. Degrees, longitude first. */
  readonly places: readonly Place[];
  /** Metres of its top above the ground on which it stands; null: it is not entered yet. */
  readonly height_m: number | null;
  /** Absent: none. */
  readonly name?: string;
};

/** Where a drone may fly and where not. Rings are closed, in degrees, as in GeoJSON (RFC 7946). */
export type FlightAreas = {
  readonly flight: readonly FlightPolygon[];
  readonly no_fly: readonly FlightPolygon[];
  readonly take_offs: readonly TakeOff[];
  /** What stands up from the ground; absent: none is known. */
  readonly obstacles?: readonly Obstacle[];
  /** Names of the polygons in their order, "" for none; a shorter list has no names for the others. */
  readonly names?: AreaNames;
};
export type AreaNames = {
  readonly flight: readonly string[];
  readonly no_fly: readonly string[];
};
/** The outer ring, then holes. */
export type FlightPolygon = readonly (readonly Place[])[];
