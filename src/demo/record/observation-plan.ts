// The demo's observations: what the field worker saw at the worst findings of the newest released analysis.
import { createHash } from "node:crypto";
import { and, asc, desc, eq } from "drizzle-orm";
import sharp from "sharp";
import { valueAt } from "../../domain/column/column.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import {
  keyFigureColumnId,
  propertyColumnId,
} from "../../domain/observation/observation-column.ts";
import type { StoredColumnValue } from "../../domain/observation/observation.ts";
import type { Services } from "../../server/context.ts";
import { reader as pictureReader } from "../../server/file-reader/picture/picture-reader.ts";
import { listColumns, readColumn } from "../../server/store/plant/column/column.ts";
import { readProperties } from "../../server/store/plant/observation/custom-component-property.ts";
import {
  insertImages,
  newImageKeys,
} from "../../server/store/plant/observation/observation-image.ts";
import {
  insertObservations,
  readObservationRows,
} from "../../server/store/plant/observation/observation.ts";
import { readTwin } from "../../server/store/plant/twin.ts";
import { componentsOfTwin } from "../../server/store/plant/twin-components.ts";
import { analysis, resultImage } from "../../server/store/schema/plant.ts";

type ObservationPlan = {
  /** Class that the person sees too; null for none. */
  readonly figure: string | null;
  /** Of the component type of the findings; each in turn. */
  readonly property: string;
  readonly values: readonly (string | number | boolean)[];
  readonly notes: readonly string[];
};

/** By plant name. */
const plans: Readonly<Record<string, ObservationPlan>> = {
  Valdesol: {
    figure: "glass_tube_temperature",
    property: "Bellows dented",
    values: [false, false, false, true],
    notes: [
      "Getter is white: the vacuum is gone.",
      "Glass is cloudy at the sunny end.",
      "",
      "Bellows is dented. A spare receiver is in the store.",
    ],
  },
  "Llano Grande": {
    figure: null,
    property: "Damage seen on the module",
    values: ["demo-1", "demo-4", "demo-2", "demo-5"],
    notes: [
      "Cracks spread from the lower edge.",
      "",
      "Bird droppings, washed off.",
      "Frame is bent.",
    ],
  },
};

/** Components that were visited, and those of them with a photo. */
const VISITED = 12;
const PHOTOGRAPHED = 8;
/** The person judges every fourth tube one class milder than the drone. */
const MILDER = 4;
const DAY_MS = 86_400_000;

/** @param plants IDs by name; missing plants are skipped */
export async function writeObservations(
  services: Pick<Services, "db" | "files">,
  plants: ReadonlyMap<string, number>,
  created_by: number,
): Promise<void> {
  for (const [name, plan] of Object.entries(plans)) {
    const plant_id = plants.get(name);
    if (plant_id !== undefined) await writeAt(services, plan, { plant_id, created_by });
  }
}

type About = { readonly plant_id: number; readonly created_by: number };

async function writeAt(
  { db, files }: Pick<Services, "db" | "files">,
  plan: ObservationPlan,
  { plant_id, created_by }: About,
): Promise<void> {
  const [flown] = await db
    .select({ id: analysis.id, flown_at: analysis.flown_at })
    .from(analysis)
    .where(and(eq(analysis.plant_id, plant_id), eq(analysis.visibility, "released")))
    .orderBy(desc(analysis.flown_at))
    .limit(1);
  const twin = await readTwin(db, plant_id);
  if (!flown || !twin) return;
  const properties = await readProperties(db, plant_id);
  const property = properties.find((one) => one.name === plan.property);
  const images = (
    await db
      .select()
      .from(resultImage)
      .where(and(eq(resultImage.analysis_id, flown.id), eq(resultImage.kind, "rgb")))
      .orderBy(asc(resultImage.id))
  )
    .filter((one) => one.component_type === property?.component_type)
    .slice(0, VISITED);
  const figure = plan.figure === null ? undefined : keyFigureByKey(plan.figure);
  const [column] = figure ? await listColumns(db, [flown.id], [figure.id]) : [];
  const values = column && (await readColumn(files, column.summary.hash));
  const directory = await (await componentsOfTwin(files, twin)).directory();
  const seenAt = (at: number) =>
    new Date(Date.parse(flown.flown_at) + (2 + Math.floor(at / 4)) * DAY_MS + at * 11 * 60_000);
  const rows = images.map(({ component_type, dt_id }, at) => {
    const found = directory.byDtId(dt_id);
    const drone = values && found ? valueAt(values, found.row) : NaN;
    const person = at % MILDER === MILDER - 1 ? Math.max(1, Number(drone) - 1) : Number(drone);
    const column_values: StoredColumnValue[] = [];
    if (property) {
      const value = plan.values[at % plan.values.length]!;
      column_values.push({ column_id: propertyColumnId(property.id), value });
    }
    if (figure && !Number.isNaN(person)) {
      column_values.push({ column_id: keyFigureColumnId(figure.id), value: person });
    }
    const observed_at = seenAt(at).toISOString();
    return {
      plant_id,
      component_type,
      dt_id,
      observed_at,
      notes: plan.notes[at % plan.notes.length]!,
      external_id: `demo-${at + 1}`,
      analysis_id: flown.id,
      column_values,
      file_ids: at < PHOTOGRAPHED ? [`demo-photo-${at + 1}`] : [],
      created_by,
      updated_by: created_by,
      created_at: observed_at,
      updated_at: observed_at,
    };
  });
  if (rows.length === 0) return;
  await insertObservations(db, rows);
  const stored = new Map(
    (await readObservationRows(db, plant_id)).map(({ external_id, id }) => [external_id, id]),
  );
  const photos = await Promise.all(
    images.slice(0, PHOTOGRAPHED).map(async (image, at) => {
      const body = await closeUp(await files.read(image.full));
      const picture = await pictureReader(
        { name: "photo.jpg", bytes: body },
        async () => undefined,
      );
      const keys = newImageKeys();
      await files.put(keys.object, body);
      await files.put(keys.thumb, picture.thumb);
      return {
        ...keys,
        plant_id,
        observation_id: stored.get(`demo-${at + 1}`) ?? 0,
        file_id: `demo-photo-${at + 1}`,
        file_name: `IMG_${4101 + at}.jpg`,
        content_type: "image/jpeg" as const,
        bytes: body.length,
        hash: createHash("sha256").update(body).digest("hex"),
        width: CLOSE_UP.width,
        height: CLOSE_UP.height,
        lon: image.lon,
        lat: image.lat,
        taken_at: seenAt(at).toISOString(),
        created_by,
      };
    }),
  );
  await insertImages(db, photos);
}

const CLOSE_UP = { width: 720, height: 540 } as const;

/** The middle of the drone's picture as a phone sees it from the ground. */
async function closeUp(bytes: Uint8Array): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const [w, h] = [Math.floor(width * 0.5), Math.floor(height * 0.5)];
  return sharp(bytes)
    .extract({
      left: Math.floor((width - w) / 2),
      top: Math.floor((height - h) / 2),
      width: w,
      height: h,
    })
    .resize({ ...CLOSE_UP, fit: "fill" })
    .modulate({ brightness: 1.06, saturation: 1.1 })
    .jpeg({ quality: 82 })
    .toBuffer();
}
