// Uploaded images of the demo's flights: above each of the worst modules two shots, each a thermal and a visible one, with what
// their camera writes into them.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { nameKey } from "../domain/analysis/upload-name.ts";
import { readImageTags } from "../domain/analysis/image-tags.ts";
import { fileCamera } from "../domain/image/file-camera.ts";
import type { ImageCamera } from "../domain/image/image-camera.ts";
import type { LevelDraft } from "../domain/twin/twin-draft.ts";
import type { Services } from "../server/context.ts";
import { analysisFile } from "../server/store/schema/analysis-file.ts";
import { middleOf } from "./finding.ts";
import { addTemperatures } from "./flir-jpeg.ts";
import { ironPalette } from "./image.ts";
import { cameraView, thermalShot, visibleShot } from "./photovoltaic/module-shot.ts";
import type { ModuleScene } from "./photovoltaic/module-image.ts";
import { hashed } from "./random.ts";

export type Flight = {
  readonly level: LevelDraft;
  /** Rows of the modules that are photographed. */
  readonly rows: readonly number[];
  readonly sceneOf: (row: number) => ModuleScene;
  readonly flown: Date;
};

const HEIGHT_M = 24;
const DEGREES_PER_M = 1 / 111_000;
const sizes = {
  thermal: { width: 640, height: 512, film: 40 },
  rgb: { width: 1000, height: 750, film: 24 },
} as const;
type Kind = keyof typeof sizes;
/** Of Falcon-1 and Falcon-2. */
const serials = ["1581F5FJD22A400D1X", "1581F5FJD22A400D7Q"] as const;

/** Writes the files and their rows. The positions are beside the modules, as on a flight along the rows. */
export async function writeFlightImages(
  { db, files }: Pick<Services, "db" | "files">,
  about: { readonly analysis_id: number; readonly created_by: number },
  flight: Flight,
): Promise<void> {
  const passes = flight.rows.flatMap((row) => [
    { row, east_m: 1, north_m: -2 },
    { row, east_m: 1, north_m: 4 },
  ]);
  for (const [index, { row, east_m, north_m }] of passes.entries()) {
    const [lon, lat] = middleOf(flight.level, row);
    const beside = (metres: number, seed: number) =>
      (metres + hashed(row, seed) - 0.5) * DEGREES_PER_M;
    const place = { lon: lon + beside(east_m, 51), lat: lat + beside(north_m, 52) };
    const taken = new Date(flight.flown.getTime() + index * 9000);
    // The second drone flew the last third.
    const serial = serials[index * 3 < passes.length * 2 ? 0 : 1];
    for (const kind of ["thermal", "rgb"] as const) {
      const bytes = await picture(flight, kind, place, { taken, serial });
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const object = `analysis-file/demo-${about.analysis_id}-${index}-${kind}`;
      const thumb = `${object}.thumb.jpeg`;
      await files.put(object, bytes);
      await files.put(thumb, await sharp(bytes).resize(320).jpeg({ quality: 78 }).toBuffer());
      const number = String(index + 1).padStart(4, "0");
      const file_name = `DJI_${number}_${kind === "thermal" ? "R" : "W"}.jpg`;
      const { width, height } = sizes[kind];
      await db.insert(analysisFile).values({
        ...about,
        ...(await readImageTags(bytes)),
        file_name,
        name_key: nameKey(file_name),
        object,
        bytes: bytes.length,
        sha256,
        thumb,
        width,
        height,
        reading_state: "read",
      });
    }
  }
}

/** When an image was taken, and by which drone. */
type Shot = { readonly taken: Date; readonly serial: string };
type Position = { readonly lon: number; readonly lat: number };

async function picture(flight: Flight, kind: Kind, place: Position, shot: Shot): Promise<Buffer> {
  const view = cameraView(cameraOf(kind, place));
  const { level, sceneOf } = flight;
  if (kind === "rgb") {
    return encoded(Buffer.from(visibleShot(view, level, sceneOf)), kind, place, shot);
  }
  const temperatures = thermalShot(view, level, sceneOf);
  const { width, height } = sizes.thermal;
  const jpeg = await encoded(coloured(temperatures), kind, place, shot);
  const around = {
    emissivity: 0.85,
    reflected_c: -20,
    distance_m: HEIGHT_M,
    air_c: sceneOf(0).ambient,
    humidity_percent: 30,
  };
  return addTemperatures(jpeg, { width, height, temperatures }, around);
}

function cameraOf(kind: Kind, place: Position): ImageCamera {
  const { width, height, film } = sizes[kind];
  const camera = fileCamera(
    {
      ...place,
      width,
      height,
      camera_model: "XT2",
      is_radiometric: kind === "thermal",
      relative_altitude: HEIGHT_M,
      gimbal_pitch: -90,
      gimbal_yaw: 0,
      gimbal_roll: 0,
    },
    { focal_35mm: film, calibrated_px: null, centre_px: null, dewarp: null, is_dewarped: false },
  );
  if (!camera) throw new RangeError("the demo's camera has no lens");
  return camera;
}

function coloured(temperatures: Float32Array): Buffer {
  const sorted = temperatures.toSorted();
  const low = sorted[0]!;
  const span = Math.max(1, sorted.at(-1)! - low);
  const rgb = Buffer.alloc(temperatures.length * 3);
  for (const [at, celsius] of temperatures.entries()) {
    const entry = Math.round(((celsius - low) / span) * 255) * 3;
    rgb.set(ironPalette.subarray(entry, entry + 3), at * 3);
  }
  return rgb;
}

/** A JPEG with EXIF and DJI's XMP. */
function encoded(
  rgb: Buffer,
  kind: Kind,
  { lon, lat }: Position,
  { taken, serial }: Shot,
): Promise<Buffer> {
  const { width, height, film } = sizes[kind];
  const clock = taken.toISOString().replaceAll("-", ":").replace("T", " ").slice(0, 19);
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GpsLatitude="${lat.toFixed(9)}" drone-dji:GpsLongitude="${lon.toFixed(9)}" drone-dji:DroneSerialNumber="${serial}" drone-dji:RelativeAltitude="+${HEIGHT_M.toFixed(2)}" drone-dji:GimbalRollDegree="+0.00" drone-dji:GimbalYawDegree="+0.00" drone-dji:GimbalPitchDegree="-90.00"/></rdf:RDF></x:xmpmeta>`;
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .withExif({
      IFD0: { Make: "DJI", Model: "XT2" },
      IFD2: {
        DateTimeOriginal: clock,
        OffsetTimeOriginal: "+00:00",
        FocalLengthIn35mmFilm: String(film),
      },
    })
    .withXmp(xmp)
    .toBuffer();
}
