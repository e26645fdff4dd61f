// Reads what a drone's camera wrote into an image: EXIF, the XMP of DJI and FLIR, and whether there are
// temperatures.
import type { FileOrigin } from "./analysis-file.ts";
import type { LensTags } from "../image/lens.ts";
import { timeOptions } from "../image/exif-options.ts";
import { parseExif } from "../image/exif-parser.ts";
import { photoPlace, photoTime, type PhotoPlace } from "../image/photo-time.ts";

/** Those of the time, and what else a camera of a drone says. */
const options = {
  ...timeOptions,
  ifd0: { pick: [...timeOptions.ifd0.pick, "Make", "Model"] },
  exif: { pick: [...timeOptions.exif.pick, "FocalLengthIn35mmFormat", "DigitalZoomRatio"] },
  gps: true,
  xmp: true,
  mergeOutput: false,
} satisfies Parameters<typeof parseExif>[1];

type Tags = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
/** What the image says of itself, without its size. */
export type ImageTags = Omit<FileOrigin, "width" | "height"> & {
  readonly lens: LensTags;
  /** Of a thermal camera, also where it holds no temperatures; null where it names neither its camera nor its band. */
  readonly is_thermal: boolean | null;
  /** Standard uncertainty of the place of the camera in metres; null where the file does not state it. */
  readonly position_m: number | null;
};

/**
 * Broken or missing parts read as null.
 * @param plant_zone IANA name of the plant's time zone, for times without an offset
 */
export async function readImageTags(
  image: Uint8Array,
  plant_zone: string | null = null,
): Promise<ImageTags> {
  const tags: Tags = (await parseExif(image, options).catch(() => undefined)) ?? {};
  const { ifd0 = {}, exif = {}, gps = {} } = tags;
  const of = xmpBlocks(image, tags);
  const [dji, parrot, Camera, FLIR] = [of("dji"), of("parrot"), of("camera"), of("flir")];
  const place = photoPlace(gps, gps["latitude"], gps["longitude"]) ?? djiPlace(dji);
  const below = isBelowSea(gps["GPSAltitudeRef"]) ? -1 : 1;
  const altitude = decimal(dji["AbsoluteAltitude"]) ?? scaled(decimal(gps["GPSAltitude"]), below);
  return {
    camera_make: name(ifd0["Make"]),
    camera_model: name(ifd0["Model"]),
    ...photoTime({ ...gps, ...exif, ModifyDate: ifd0["ModifyDate"] }, place, plant_zone),
    lon: place?.lon ?? null,
    lat: place?.lat ?? null,
    altitude,
    relative_altitude:
      decimal(dji["RelativeAltitude"]) ??
      decimal(FLIR["MAVRelativeAltitude"]) ??
      decimal(Camera["AboveGroundAltitude"]),
    gimbal_pitch:
      decimal(dji["GimbalPitchDegree"]) ??
      decimal(parrot["CameraPitchDegree"]) ??
      pitchOf(decimal(Camera["Pitch"])),
    gimbal_yaw:
      decimal(dji["GimbalYawDegree"]) ??
      decimal(parrot["CameraYawDegree"]) ??
      decimal(Camera["Yaw"]),
    gimbal_roll:
      decimal(dji["GimbalRollDegree"]) ??
      decimal(parrot["CameraRollDegree"]) ??
      decimal(Camera["Roll"]),
    is_radiometric: isRadiometric(image, name(ifd0["Make"])),
    drone_serial: name(dji["DroneSerialNumber"]),
    lens: lensTags(exif, dji),
    is_thermal: isThermal(dji, Camera),
    position_m: positionError(dji, Camera, gps),
  };
}

/** DJI names the camera of an image, others its band: LWIR, or its wavelength in nanometres, which for heat is beyond 7,000. */
function isThermal(dji: Block, camera: Block): boolean | null {
  const source = text(dji["ImageSource"]);
  const bands = [camera["BandName"]].flat().map(text);
  const wavelengths = [camera["CentralWavelength"]].flat().map(decimal);
  if (/infrared|thermal/i.test(source)) return true;
  if (bands.some((one) => /lwir|thermal/i.test(one))) return true;
  if (wavelengths.some((one) => one !== null && one > LEAST_HEAT_NM)) return true;
  const isSaid = [source, ...bands].some((one) => one !== "") || wavelengths.some(Number.isFinite);
  return isSaid ? false : null;
}
const LEAST_HEAT_NM = 7000;

/** DJI's RtkFlag of a fixed solution; 34 is a float one, 16 a single point, 0 none. */
const FIXED = 50;
/** Metres: no place of a flying camera is better, and the usual one of a fixed solution that states none. */
const [LEAST_POSITION_M, FIXED_M] = [0.02, 0.05];

/** By satellite corrections, or by what a program has written that corrected the places (Pix4D, EXIF 2.31). */
function positionError(dji: Block, camera: Block, gps: Block): number | null {
  const flag = decimal(dji["RtkFlag"]);
  if (flag !== null && flag !== FIXED) return null;
  const stated =
    flag === FIXED
      ? [decimal(dji["RtkStdLon"]), decimal(dji["RtkStdLat"])]
      : [decimal(camera["GPSXYAccuracy"]), decimal(gps["GPSHPositioningError"])];
  const errors = stated.filter((one) => one !== null && one > 0).map(Number);
  if (errors.length > 0) return Math.max(LEAST_POSITION_M, ...errors);
  return flag === FIXED ? FIXED_M : null;
}

type Block = Readonly<Record<string, unknown>>;

/**
 * The namespaces of drones in XMP, each with the prefix that its maker writes. A program that edits a photo may choose
 * another prefix. Autel has the words of DJI behind a prefix of its own.
 */
const namespaces = {
  dji: { address: /dji\.com\/drone-dji\/|\bautel/i, prefixes: ["drone-dji", "drone"] },
  parrot: { address: /parrot\.com\/drone-parrot/i, prefixes: ["drone-parrot"] },
  camera: { address: /(?:pix4d|sensefly)\.com\/camera/i, prefixes: ["Camera"] },
  flir: { address: /flir\.com\/xmp|dji\.com\/flir/i, prefixes: ["FLIR"] },
} as const;
/** XMP stands before the picture. */
const XMP_BYTES = 1024 * 1024;
const MOST_PREFIXES = 200;

/** The properties of a namespace, whatever its prefix in this photo. */
function xmpBlocks(image: Uint8Array, tags: Tags): (name: keyof typeof namespaces) => Block {
  const text = new TextDecoder("latin1").decode(image.subarray(0, XMP_BYTES));
  const stated = [...text.matchAll(/xmlns:([\w.-]{1,40})\s*=\s*["']([^"'<>]{1,200})["']/g)]
    .slice(0, MOST_PREFIXES)
    .map(([, prefix = "", address = ""]) => ({ prefix, address }));
  return (name) => {
    const { address, prefixes } = namespaces[name];
    const named = stated.filter((one) => address.test(one.address)).map(({ prefix }) => prefix);
    const blocks = [...prefixes.toReversed(), ...named.toReversed()].map((prefix) => tags[prefix]);
    return Object.assign({}, ...blocks) as Block;
  };
}

/** A byte, or a list of one: 1 is below the level of the sea, and 3 below the ellipsoid (Exif 3.0). */
function isBelowSea(value: unknown): boolean {
  const [byte] = value instanceof Uint8Array || Array.isArray(value) ? value : [value];
  return byte === 1 || byte === 3;
}

/** Signed degrees; DJI has misspelt its own tag for years. Cameras without a fix write zeros. */
function djiPlace(dji: Block): PhotoPlace | null {
  const lon = degrees(dji["GpsLongitude"] ?? dji["GpsLongtitude"], 180);
  const lat = degrees(dji["GpsLatitude"], 90);
  return lon === null || lat === null || (lon === 0 && lat === 0) ? null : { lon, lat };
}

/**
 * The gimbal's pitch of Camera:Pitch: -90 looks straight down. The tag is Pix4D's, where 0 looks straight down and 90
 * ahead; some cameras write the gimbal's own angle into it. Angles that could be either are left out.
 */
function pitchOf(pitch: number | null): number | null {
  if (pitch === null) return null;
  if (pitch <= -45) return pitch;
  return pitch < -10 ? null : pitch - 90;
}

function lensTags(exif: Block, dji: Block): LensTags {
  const centre = [
    decimal(dji["CalibratedOpticalCenterX"]),
    decimal(dji["CalibratedOpticalCenterY"]),
  ];
  const [x = null, y = null] = centre;
  // A date stands before the numbers, with a semicolon.
  const dewarp = text(dji["DewarpData"]).split(";").at(-1)!.split(",").map(exactDecimal);
  const isDewarp = dewarp.length === 9 && dewarp.every((value) => value !== null);
  return {
    focal_35mm: positive(decimal(exif["FocalLengthIn35mmFormat"])),
    calibrated_px: positive(decimal(dji["CalibratedFocalLength"])),
    centre_px: x === null || y === null ? null : [x, y],
    dewarp: isDewarp ? dewarp.map(Number) : null,
    is_dewarped: decimal(dji["DewarpFlag"]) === 1,
    digital_zoom: positive(decimal(exif["DigitalZoomRatio"])),
  };
}

const positive = (value: number | null) => (value !== null && value > 0 ? value : null);

/** A number with any decimals and an exponent. */
function exactDecimal(part: string): number | null {
  const value = part.trim() === "" ? NaN : Number(part);
  return Number.isFinite(value) && Math.abs(value) < 1e6 ? value : null;
}

/** EXIF texts can be padded with zeros. */
function text(value: unknown): string {
  return typeof value === "string" ? value.replace(/\0.*$/s, "").trim() : "";
}

function name(value: unknown): string | null {
  const found = text(value)
    .replace(/[\p{Cc}\p{Cs}]/gu, "")
    .slice(0, 100);
  return found === "" ? null : found;
}

function degrees(value: unknown, most: number): number | null {
  const found = decimal(value);
  return found !== null && Math.abs(found) <= most ? found : null;
}

/** A number, a text such as `+39.80`, or a fraction such as `1900/1000`. */
function decimal(value: unknown): number | null {
  const [, above, below = "1"] = /^([+-]?\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text(value)) ?? [];
  const found = typeof value === "number" ? value : Number(above) / Number(below);
  return Number.isFinite(found) && Math.abs(found) < 1e6 ? found : null;
}

const scaled = (value: number | null, factor: number) => (value === null ? null : value * factor);

/** Bytes of temperatures that DJI writes at least: a frame of 160 by 120 pixels. */
const leastThermalBytes = 38_000;

/** FLIR has a segment of its own; DJI writes the raw frame into the third or fourth application segments. */
function isRadiometric(image: Uint8Array, make: string | null): boolean {
  let thermalBytes = 0;
  for (let at = 2; at + 10 < image.length && image[at] === 0xff;) {
    const kind = image[at + 1];
    // The picture itself begins.
    if (kind === 0xda) break;
    const length = (image[at + 2]! << 8) | image[at + 3]!;
    const head = String.fromCharCode(...image.subarray(at + 4, at + 8));
    if (kind === 0xe1 && head === "FLIR") return true;
    if (kind === 0xe3 || kind === 0xe4) thermalBytes += length;
    at += 2 + length;
  }
  return make === "DJI" && thermalBytes >= leastThermalBytes;
}
