// What a drone does with a route file: where it flies, how fast, and where it takes photos.

/** Longitude and latitude in degrees. */
export type LonLat = readonly [lon: number, lat: number];

export type Stop = {
  readonly at: LonLat;
  /** Metres above the take-off position. */
  readonly height_m: number;
  /** m/s on the leg that begins here. */
  readonly speed_m_s: number;
  /** Metres before the stop where its curve begins; 0: the drone stops. */
  readonly curve_m: number;
  /** Of the camera; -90 looks straight down. */
  readonly pitch_deg: number;
  /** Clockwise from north; null: along the leg. */
  readonly heading_deg: number | null;
};

export type PhotoLeg = {
  /** Indices of stops. */
  readonly from: number;
  readonly to: number;
  readonly every_m: number;
};

/** One flight from take-off to landing, as one file describes it. */
export type Mission = {
  readonly format: string;
  /** Null: the file does not say where the drone takes off. */
  readonly home: LonLat | null;
  /** Metres above the take-off position to which the drone climbs before it flies to its first stop. */
  readonly climb_m: number;
  /** Of the way home; null: the file does not say, and the drone stays as high as it is. */
  readonly return_m: number | null;
  /** m/s from and to the take-off position. */
  readonly transit_m_s: number;
  /** The heights of the stops count from the ground below each. */
  readonly isAboveGround: boolean;
  readonly stops: readonly Stop[];
  readonly photos: readonly PhotoLeg[];
};

/** Photos every so many metres from each stop on (null: none), as legs. */
export function photoLegs(every: readonly (number | null)[]): PhotoLeg[] {
  const legs: PhotoLeg[] = [];
  for (let i = 0; i + 1 < every.length; i++) {
    const metres = every[i];
    if (metres === null || metres === undefined || metres <= 0) continue;
    const last = legs.at(-1);
    if (last && last.to === i && last.every_m === metres)
      legs[legs.length - 1] = { ...last, to: i + 1 };
    else legs.push({ from: i, to: i + 1, every_m: metres });
  }
  return legs;
}
