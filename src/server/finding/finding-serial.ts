// The serial number of the component that has a finding, and of the one that stands there instead.
import type { Decided } from "../../domain/finding/finding-life.ts";
import { plantDate } from "../../domain/plant/plant-time.ts";
import { presentSerial, serialOn } from "../../domain/serial-number/serial-course.ts";
import type { Context, Database } from "../context.ts";
import { requireFound } from "../implement.ts";
import { readNewestShown } from "../store/plant/finding/first-flight.ts";
import { readPlantZone } from "../store/plant/plant-zone.ts";
import { readCourses } from "../store/plant/serial-number.ts";

export type FindingSerials = {
  /** Of the component that has the fault; null where it is not known. */
  readonly serial: string | null;
  /** Of the one that stands there now, where it is another one. */
  readonly new_serial: string | null;
};

type Asked = Pick<Decided, "new_serial" | "replaced_on"> & {
  readonly id: number;
  readonly dt_id: string;
};

/**
 * The numbers of findings by their IDs: that of before the claim was settled by a new component, else that of when the
 * newest survey which shows the fault was flown.
 */
export async function readFindingSerials(
  { viewer }: Pick<Context, "viewer">,
  db: Database,
  plant_id: number,
  findings: readonly Asked[],
): Promise<Map<number, FindingSerials>> {
  const courses = await readCourses(db, plant_id, [...new Set(findings.map((one) => one.dt_id))]);
  const numbered = findings.filter(({ dt_id }) => courses.has(dt_id));
  if (numbered.length === 0) return new Map();
  const zone = requireFound(await readPlantZone(db, { plant_id }));
  const shown = await readNewestShown(
    db,
    viewer,
    numbered.map(({ id }) => id),
  );
  return new Map(
    numbered.map(({ id, dt_id, replaced_on, new_serial: claimed }) => {
      const spans = courses.get(dt_id) ?? [];
      const seen_at = shown.get(id);
      const day = replaced_on ?? (seen_at === undefined ? null : plantDate(zone, seen_at));
      const serial = serialOn(spans, day);
      const present = presentSerial(spans);
      const new_serial = claimed ?? (present === serial ? null : present);
      return [id, { serial, new_serial }];
    }),
  );
}
