// The demo's drones and packages of the drone app.
import { randomUUID } from "node:crypto";
import { zipSync } from "fflate";
import type { AppSeries } from "../../domain/provider/drone-model.ts";
import type { Services } from "../../server/context.ts";
import { readDroneModels, writeShippedModels } from "../../server/store/provider/drone-model.ts";
import { drone, droneApp } from "../../server/store/schema/provider.ts";
import type { CustomerKey } from "./account-plan.ts";

type DronePlan = {
  readonly internal_identifier: string;
  /** Abbreviation of its model. */
  readonly model: string;
  readonly serial_number?: string;
  /** Absent for the provider's drones. */
  readonly owner?: Exclude<CustomerKey, "provider">;
  readonly type?: "drone_in_a_box";
  readonly retired?: true;
  readonly generic?: true;
};

export const dronePlans: readonly DronePlan[] = [
  { internal_identifier: "Falcon-1", model: "M3T", serial_number: "1581F5FJD22A400D1X" },
  { internal_identifier: "Falcon-2", model: "M3T", serial_number: "1581F5FJD22A400D7Q" },
  { internal_identifier: "Osprey-1", model: "M30T", serial_number: "1581F5BKB23C800F2K" },
  { internal_identifier: "Osprey-2", model: "M4T", serial_number: "1581F7FVC251A00C9P" },
  { internal_identifier: "Swift-1", model: "M3E", serial_number: "1581F5FHB2298005RT" },
  { internal_identifier: "Swift-2", model: "M3M", serial_number: "1581F5FHB2298008MN" },
  {
    internal_identifier: "Kestrel-1",
    model: "M2EA",
    serial_number: "298CJ3J00A0B12",
    retired: true,
  },
  {
    internal_identifier: "Kestrel-2",
    model: "M2ED",
    serial_number: "276DH1K00C0F47",
    retired: true,
  },
  { internal_identifier: "Any-M3T", model: "M3T", generic: true },
  { internal_identifier: "Heron", model: "M350", serial_number: "1ZNBJ9R00C00DW" },
  {
    internal_identifier: "SC-Dock-1",
    model: "M3TD",
    serial_number: "1581F6Q8D23AN00A3B",
    owner: "own",
    type: "drone_in_a_box",
  },
  {
    internal_identifier: "SC-Mobile",
    model: "M3T",
    serial_number: "1581F5FJD23B100A8V",
    owner: "own",
  },
];

const appPlans: readonly { series: AppSeries; version: string; age: number }[] = [
  { series: "sdk4", version: "1.8.2", age: 210 },
  { series: "sdk5", version: "2.3.0", age: 150 },
  { series: "sdk5", version: "2.4.1", age: 30 },
];

/** A ZIP file with the entries of an Android package; it installs nothing. */
function placeholderPackage(series: AppSeries, version: string): Uint8Array {
  const text = (line: string) => new TextEncoder().encode(`${line}\n`);
  return zipSync({
    "AndroidManifest.xml": text(`<manifest package="com.example.${series}" version="${version}"/>`),
    "META-INF/MANIFEST.MF": text("Manifest-Version: 1.0"),
    "assets/README.txt": text("A stand-in of the demo. It is no app and installs nothing."),
  });
}

/** Writes the drones, missing models, and packages of the app. */
export async function writeDrones(
  { db, files, now }: Pick<Services, "db" | "files" | "now">,
  customers: Readonly<Record<CustomerKey, number>>,
): Promise<void> {
  await writeShippedModels(db);
  const models = new Map(
    (await readDroneModels(db)).map(({ abbreviation, id }) => [abbreviation, id]),
  );
  await db.insert(drone).values(
    dronePlans.map(({ model, owner, ...plan }) => {
      const drone_model_id = models.get(model);
      if (drone_model_id === undefined) throw new RangeError(`no drone model ${model}`);
      const customer_id = owner === undefined ? null : customers[owner];
      return { serial_number: "", ...plan, drone_model_id, customer_id };
    }),
  );
  const apps = appPlans.map(async ({ series, version, age }) => {
    const bytes = placeholderPackage(series, version);
    const object = `drone-app/${randomUUID()}`;
    await files.put(object, bytes);
    const created_at = new Date(now().getTime() - age * 86_400_000).toISOString();
    return { series, version, object, bytes: bytes.length, created_at };
  });
  await db.insert(droneApp).values(await Promise.all(apps));
}
