// The drone models that are shipped with the product.
import type { AppSeries, Camera, DroneModelForm } from "./drone-model.ts";

/** A shipped model. Its key never changes; staff can edit all other fields. */
export type ShippedDroneModel = DroneModelForm & { readonly key: string };

const thermal = (
  width: number,
  height: number,
  focal_px: number,
  min_interval: number | null,
): Camera => ({ kind: "thermal", width, height, focal_px, min_interval });
const rgb = (width: number, height: number, focal_px: number | null): Camera => ({
  kind: "rgb",
  width,
  height,
  focal_px,
  min_interval: null,
});

/** A row with the usual defaults: battery swap and number of batteries are unknown. */
function model(
  key: string,
  name: string,
  abbreviation: string,
  known: {
    readonly flight_time?: number;
    readonly recharge_time?: number;
    readonly cameras?: Camera[];
    readonly series?: AppSeries;
    /** Absent for models that are not used for inspections by default. */
    readonly supported?: true;
  } = {},
): ShippedDroneModel {
  return {
    key,
    name,
    abbreviation,
    vendor: "DJI",
    flight_time: known.flight_time ?? null,
    recharge_time: known.recharge_time ?? null,
    battery_swap_time: null,
    batteries_available: null,
    cameras: known.cameras ?? [],
    app_series: known.series ?? null,
    supported: known.supported ?? false,
  };
}

const mavic3Wide = rgb(4000, 3000, 2794.4);
const matrice30Wide = rgb(4000, 3000, 2863.2);
/** 17.3 × 13.0 mm, 12.29 mm: 12.29 / 17.3 · 5280 px. */
const mavic3Survey = rgb(5280, 3956, 3751);
const mavic3Thermal = thermal(640, 512, 765.35, 0.7);
/** Measured at 1280 × 1024 (2024.43 px); native photos have half of that. */
const matrice4Thermal = thermal(640, 512, 1012.2, 0.7);

/**
 * Sources. Focal lengths: calibrations published with the Thermogram software of the s-du group
 * (`resources/other/*cam_calib*_opencv.xml`), measured; M2E Dual: 12 µm pitch and 57° of the vendor's
 * data sheet; M3E and M3M: sensor size and lens of the vendor's data sheet. Shortest interval between
 * thermal photos: 0.7 s for Mavic 3 and Matrice 4, 2 s for Matrice 30T, derived from the hectares per
 * battery that the operator Above Surveying publishes; 2 s for Mavic 2 by the data sheet. Flight and
 * recharge times: the vendor's data sheets; those of the recharge are from 20 to 90 % (Matrice 30T in
 * its case, Matrice 3TD and 4TD in their docks). Series of the app: the specification's page of the
 * drone app. Values without a source are null.
 */
export const shippedDroneModels: readonly ShippedDroneModel[] = [
  model("mavic_2_enterprise_dual", "Mavic 2 Enterprise Dual", "M2ED", {
    flight_time: 31,
    cameras: [thermal(160, 120, 147, 2), rgb(4056, 3040, null)],
    series: "sdk4",
    supported: true,
  }),
  model("mavic_2_enterprise_advanced", "Mavic 2 Enterprise Advanced", "M2EA", {
    flight_time: 31,
    cameras: [thermal(640, 512, 750.69, 2), rgb(8000, 6000, 5905.9)],
    series: "sdk4",
    supported: true,
  }),
  model("mavic_3e", "Mavic 3E", "M3E", {
    flight_time: 45,
    cameras: [mavic3Survey],
    series: "sdk5",
    supported: true,
  }),
  model("mavic_3t", "Mavic 3T", "M3T", {
    flight_time: 45,
    cameras: [mavic3Thermal, mavic3Wide],
    series: "sdk5",
    supported: true,
  }),
  model("mavic_3m", "Mavic 3M", "M3M", {
    flight_time: 43,
    cameras: [mavic3Survey],
    series: "sdk5",
    supported: true,
  }),
  model("mavic_3ta", "Mavic 3TA", "M3TA"),
  model("matrice_3d", "Matrice 3D", "M3D"),
  model("matrice_3td", "Matrice 3TD", "M3TD", {
    flight_time: 50,
    recharge_time: 32,
    cameras: [mavic3Thermal, mavic3Wide],
    supported: true,
  }),
  model("matrice_30", "Matrice 30", "M30"),
  model("matrice_30t", "Matrice 30T", "M30T", {
    flight_time: 41,
    recharge_time: 30,
    cameras: [thermal(640, 512, 740.95, 2), matrice30Wide],
    series: "sdk5",
    supported: true,
  }),
  model("matrice_4e", "Matrice 4E", "M4E"),
  model("matrice_4t", "Matrice 4T", "M4T", {
    flight_time: 49,
    cameras: [matrice4Thermal],
    series: "sdk5",
    supported: true,
  }),
  model("matrice_4d", "Matrice 4D", "M4D"),
  model("matrice_4td", "Matrice 4TD", "M4TD", {
    flight_time: 54,
    recharge_time: 27,
    cameras: [matrice4Thermal],
  }),
  model("matrice_300_rtk", "Matrice 300 RTK", "M300"),
  model("matrice_350_rtk", "Matrice 350 RTK", "M350"),
  model("matrice_400", "Matrice 400", "M400"),
];

/** A name without what people write differently: capitals, spaces, hyphens, brackets and the vendor. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/^dji/, "");

/** Names that the vendor and pilots use besides the name, the abbreviation and the key, in plain form. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  mavic_2_enterprise_dual: ["mavic2dual", "mavic2ed", "mavic2enterprise"],
  mavic_2_enterprise_advanced: ["mavic2advanced", "mavic2ea"],
  mavic_3e: ["mavic3enterprise"],
  mavic_3t: ["mavic3thermal", "mavic3enterprisethermal"],
  mavic_3m: ["mavic3multispectral"],
  matrice_30t: ["matrice30thermal"],
  matrice_4t: ["matrice4thermal"],
};

/** The shipped model that a name means: "Mavic 3T", "M3T", "DJI Mavic 3 Thermal", "mavic_3t"; null for another. */
export function shippedModelOf(text: string): ShippedDroneModel | null {
  const wanted = plainName(text);
  const found = shippedDroneModels.find(({ key, name, abbreviation }) =>
    [key, name, abbreviation, ...(otherNames[key] ?? [])].map(plainName).includes(wanted),
  );
  return found ?? null;
}

/** The models that fly with a series of the app, in the order of the download page. */
export function modelsOfSeries(series: AppSeries): readonly ShippedDroneModel[] {
  return shippedDroneModels.filter(({ app_series }) => app_series === series);
}
