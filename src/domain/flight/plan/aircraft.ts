// The drones that routes are planned for and their cameras: every number with where it comes from.
import type { AircraftModel, Lens } from "../route/flight-route.ts";

/**
 * Where a number comes from. `measured`: a published calibration. `published`: an operator or a paper.
 * `documented`: the maker's documents. `derived`: computed from published numbers. `unconfirmed`: general
 * knowledge; check it with the drone at hand before the number decides anything.
 */
type Basis = "measured" | "published" | "documented" | "derived" | "unconfirmed";

/** A number that a plan depends on, as the forms show it. */
export type Figure = {
  readonly value: number;
  readonly basis: Basis;
  readonly source: string;
};

/** A camera that looks straight down with its long side across the route. */
export type Camera = {
  readonly lens: Lens;
  /** Pixels across the route. */
  readonly width_px: number;
  /** Pixels along the route. */
  readonly height_px: number;
  /** Focal length in pixels: GSD = height / focal length. */
  readonly focal_px: Figure;
  /** Seconds between two photos. */
  readonly interval_s: Figure;
};

export type Aircraft = {
  readonly model: AircraftModel;
  readonly thermal: Camera | null;
  readonly visual: Camera;
  /** m/s on a route. */
  readonly max_speed_m_s: Figure;
  readonly climb_m_s: Figure;
  readonly descent_m_s: Figure;
  /** Minutes in the air on a full battery, as the maker quotes it. */
  readonly flight_time_min: Figure;
  /** The same at a standstill. */
  readonly hover_time_min: Figure;
  /** m/s of wind that the maker allows, from take-off to landing. */
  readonly most_wind_m_s: Figure;
  /** With battery and propellers. */
  readonly mass_kg: Figure;
  /** Diameter of each of the four propellers. */
  readonly propeller_m: Figure;
  readonly recharge_min: Figure;
  readonly swap_min: Figure;
  /** Whether a battery can be changed while the drone stays on. */
  readonly hot_swap: boolean;
};

const figure = (value: number, basis: Basis, source: string): Figure => ({ value, basis, source });

const CALIBRATION = "s-du/Thermogram, camera calibration files (OpenCV)";
const calibrated = (focal: number) => figure(focal, "measured", CALIBRATION);
const interval = {
  fast: figure(0.7, "published", "aerometrix; Above Surveying, hectares per battery"),
  slow: figure(2, "derived", "Above Surveying, hectares per battery"),
  // As quick as the M30T's would leave 1.11, 1.04 and 0.99 of the speed that photos allow: too much.
  middle: figure(1.6, "derived", "Above Surveying, hectares per battery"),
  guess: figure(2, "unconfirmed", "data sheet, not seen"),
};

const infrared = (
  focal: Figure,
  interval_s: Figure,
  width_px = 640,
  height_px = 512,
): Camera & { lens: "ir" } => ({ lens: "ir", width_px, height_px, focal_px: focal, interval_s });
const wide = (focal: Figure, interval_s: Figure, width_px = 4000, height_px = 3000): Camera => ({
  lens: "wide",
  width_px,
  height_px,
  focal_px: focal,
  interval_s,
});

const ROUTE_LIMIT = figure(15, "documented", "DJI WPML, autoFlightSpeed of a route");
const CLIMB = figure(6, "unconfirmed", "data sheet, not seen");
const DESCENT = figure(5, "unconfirmed", "data sheet, not seen");
const quoted = (value: number) => figure(value, "unconfirmed", "data sheet, not seen");
/** What the power in wind depends on. */
const inAir = (hover_min: number, most_wind: number, mass_kg: Figure, propeller_m: Figure) => ({
  hover_time_min: quoted(hover_min),
  most_wind_m_s: quoted(most_wind),
  mass_kg,
  propeller_m,
});
const shared = {
  max_speed_m_s: ROUTE_LIMIT,
  climb_m_s: CLIMB,
  descent_m_s: DESCENT,
  recharge_min: figure(60, "unconfirmed", "charging hub, not measured"),
  swap_min: figure(2, "unconfirmed", "the swap alone, without the restart"),
  hot_swap: false,
};

const M3T_THERMAL = infrared(calibrated(765.35), interval.fast);
const M3T_WIDE = wide(calibrated(2794.4), interval.fast);
const M4T_THERMAL = infrared(calibrated(1012.2), interval.fast);
const M4T_WIDE = wide(
  figure(2794.4, "unconfirmed", "24 mm equivalent, taken as the M3T's"),
  interval.fast,
);

export const aircraft: Readonly<Record<AircraftModel, Aircraft>> = {
  M2EA: {
    ...shared,
    model: "M2EA",
    ...inAir(29, 10, quoted(0.909), quoted(0.221)),
    thermal: infrared(calibrated(750.69), interval.guess),
    visual: wide(calibrated(5905.9), interval.guess, 8000, 6000),
    flight_time_min: quoted(31),
  },
  M3E: {
    ...shared,
    model: "M3E",
    ...inAir(38, 12, quoted(0.915), quoted(0.239)),
    thermal: null,
    visual: wide(
      figure(3751, "published", "17.3 x 13.0 mm, 5280 x 3956 px, 12.29 mm"),
      interval.fast,
      5280,
      3956,
    ),
    flight_time_min: quoted(45),
  },
  M3T: {
    ...shared,
    model: "M3T",
    ...inAir(38, 12, quoted(0.92), quoted(0.239)),
    thermal: M3T_THERMAL,
    visual: M3T_WIDE,
    flight_time_min: quoted(45),
  },
  M3TD: {
    ...shared,
    model: "M3TD",
    ...inAir(40, 12, quoted(1.41), quoted(0.279)),
    thermal: M3T_THERMAL,
    visual: M3T_WIDE,
    flight_time_min: quoted(50),
    recharge_min: figure(32, "unconfirmed", "Dock 2, 20 to 90 %"),
  },
  M30T: {
    ...shared,
    model: "M30T",
    ...inAir(
      36,
      12,
      figure(3.77, "published", "dronespec"),
      figure(0.406, "published", "dronespec: propeller 1671, 16 inches"),
    ),
    thermal: infrared(calibrated(740.95), interval.slow),
    visual: wide(calibrated(2863.2), interval.slow),
    flight_time_min: figure(41, "published", "dronespec"),
    recharge_min: figure(30, "unconfirmed", "BS30, 20 to 90 %"),
    hot_swap: true,
  },
  M4T: {
    ...shared,
    model: "M4T",
    ...inAir(42, 12, quoted(1.219), quoted(0.279)),
    thermal: M4T_THERMAL,
    visual: M4T_WIDE,
    flight_time_min: quoted(49),
  },
  M4TD: {
    ...shared,
    model: "M4TD",
    ...inAir(47, 12, quoted(1.85), quoted(0.33)),
    thermal: M4T_THERMAL,
    visual: M4T_WIDE,
    flight_time_min: quoted(54),
    recharge_min: figure(27, "unconfirmed", "Dock 3"),
  },
  H20T: {
    ...shared,
    model: "H20T",
    ...inAir(35, 12, quoted(7.1), quoted(0.533)),
    thermal: infrared(
      figure(1128, "derived", "Above Surveying: 34, 62 and 90 m for 3, 5.5 and 8 cm"),
      interval.middle,
    ),
    visual: wide(
      figure(2870, "unconfirmed", "wide camera, 82.9 degrees diagonal, 4056 x 3040 px"),
      interval.middle,
      4056,
      3040,
    ),
    flight_time_min: quoted(41),
    hot_swap: true,
  },
};
