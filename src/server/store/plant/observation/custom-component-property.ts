// Custom component properties of plants.
import { and, asc, eq, sql } from "drizzle-orm";
import type { ComponentType } from "../../../../domain/component/component.ts";
import type { CustomComponentProperty } from "../../../../domain/plant/custom-component-property.ts";
import { propertyColumnId } from "../../../../domain/observation/observation-column.ts";
import type { Database } from "../../../context.ts";
import type { ColumnsOf } from "../../columns-of.ts";
import { plant } from "../../schema/plant.ts";
import { dropColumnValues } from "./observation.ts";
import { customComponentProperty as property } from "../../schema/provider.ts";

const columns = {
  id: property.id,
  plant_id: property.plant_id,
  component_type: property.component_type,
  name: property.name,
  data_type: property.data_type,
  relation_type: property.relation_type,
  options: property.options,
  number_ranges: property.number_ranges,
  is_required: property.is_required,
  condition: property.condition,
  position: property.position,
} satisfies ColumnsOf<CustomComponentProperty>;

/** The plant's properties, ordered by component type and position. */
export function readProperties(db: Database, plant_id: number): Promise<CustomComponentProperty[]> {
  return db
    .select(columns)
    .from(property)
    .where(eq(property.plant_id, plant_id))
    .orderBy(asc(property.component_type), asc(property.position), asc(property.id));
}

export async function readProperty(
  db: Database,
  id: number,
): Promise<CustomComponentProperty | null> {
  const [row] = await db.select(columns).from(property).where(eq(property.id, id));
  return row ?? null;
}

/** Runs `work` in a transaction that locks the plant's properties. */
export function withProperties<T>(
  db: Database,
  plant_id: number,
  work: (db: Database, properties: readonly CustomComponentProperty[]) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    await transaction
      .select({ id: plant.id })
      .from(plant)
      .where(eq(plant.id, plant_id))
      .for("update");
    return work(transaction, await readProperties(transaction, plant_id));
  });
}

type Fields = Omit<CustomComponentProperty, "id" | "plant_id" | "position">;
/** Not required, and without a condition, unless it says so. */
type NewFields = Omit<Fields, "is_required" | "condition"> &
  Partial<Pick<Fields, "is_required" | "condition">>;

/** Stores a property as the last of its component type; answers its ID. */
export async function insertProperty(
  db: Database,
  plant_id: number,
  fields: NewFields,
  created_by: number | null = null,
): Promise<number> {
  const [row] = await db
    .insert(property)
    .values({
      ...fields,
      plant_id,
      created_by,
      position: sql`(select coalesce(max(p.position) + 1, 0) from ${property} p
        where p.plant_id = ${plant_id} and p.component_type = ${fields.component_type})`,
    })
    .returning({ id: property.id });
  if (!row) throw new Error("the property was not stored");
  return row.id;
}

export async function updateProperty(
  db: Database,
  id: number,
  fields: Pick<Fields, "name" | "options" | "number_ranges" | "is_required" | "condition">,
): Promise<void> {
  await db.update(property).set(fields).where(eq(property.id, id));
}

/** Numbers the properties of a component type in this order. */
export async function orderProperties(
  db: Database,
  plant_id: number,
  component_type: ComponentType,
  ids: readonly number[],
): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await db
      .update(property)
      .set({ position })
      .where(
        and(
          eq(property.id, id),
          eq(property.plant_id, plant_id),
          eq(property.component_type, component_type),
        ),
      );
  }
}

/** Deletes a property and the values that observations have of it. */
export async function deleteProperty(
  db: Database,
  { id, plant_id }: Pick<CustomComponentProperty, "id" | "plant_id">,
): Promise<void> {
  await dropColumnValues(db, plant_id, propertyColumnId(id));
  await db.delete(property).where(eq(property.id, id));
}
