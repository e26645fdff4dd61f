// The values of custom properties at components, as observations have them.
import { sql } from "drizzle-orm";
import { propertyColumnId } from "../../../../domain/observation/observation-column.ts";
import type { CustomComponentProperty } from "../../../../domain/plant/custom-component-property.ts";
import type { Database } from "../../../context.ts";

/** By dt_id, the newest value of a property of words; options in their words. Components without one are left out. */
export async function readPropertyWords(
  db: Database,
  { id, plant_id, component_type, options }: CustomComponentProperty,
  dt_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<{ dt_id: string; value: string }>(sql`
    select distinct on (o.dt_id) o.dt_id, v ->> 'value' as value
    from observation o, jsonb_array_elements(o.column_values) v
    where o.plant_id = ${plant_id} and o.component_type = ${component_type}
      and o.dt_id = any(${sql.param(dt_ids)}::text[]) and v ->> 'column_id' = ${propertyColumnId(id)}
    order by o.dt_id, o.observed_at desc, o.id desc`);
  const labels = new Map(options?.map((one) => [one.id, one.label]));
  const words = ({ value }: { value: string }) => (options ? (labels.get(value) ?? "") : value);
  return new Map(rows.map((row) => [row.dt_id, words(row)]));
}
