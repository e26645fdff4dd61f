// Drones, packages, orders, documents, custom properties, blueprints, saved views.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { ComponentType } from "../../../domain/component/component.ts";
import { blueprintKinds, type Corners } from "../../../domain/plant/blueprint.ts";
import {
  customDataTypes,
  customRelationTypes,
  type CustomOption,
  type NumberRanges,
  type PropertyCondition,
} from "../../../domain/plant/custom-component-property.ts";
import { appSeries, type Camera } from "../../../domain/provider/drone-model.ts";
import { droneTypes } from "../../../domain/provider/drone.ts";
import { orderTypes } from "../../../domain/provider/order.ts";
import { account, customer } from "./account.ts";
import { plant } from "./plant.ts";
import { time } from "./time.ts";

export const droneModel = pgTable("drone_model", {
  id: serial().primaryKey(),
  /** Key of a model that is shipped with the product; null for models that staff added. */
  key: text().unique(),
  name: text().notNull().unique(),
  abbreviation: text().notNull(),
  vendor: text().notNull(),
  /** Minutes. */
  flight_time: real(),
  recharge_time: real(),
  battery_swap_time: real(),
  batteries_available: integer(),
  cameras: jsonb().$type<Camera[]>().notNull().default([]),
  /** Series of the drone app for this model; null without one. */
  app_series: text({ enum: appSeries }),
  supported: boolean().notNull().default(true),
});

/** Packages of the drone app, offered on the download page. */
export const droneApp = pgTable(
  "drone_app",
  {
    id: serial().primaryKey(),
    series: text({ enum: appSeries }).notNull(),
    version: text().notNull(),
    object: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [unique("drone_app_version").on(t.series, t.version)],
);

export const drone = pgTable("drone", {
  id: serial().primaryKey(),
  drone_model_id: integer()
    .notNull()
    .references(() => droneModel.id),
  serial_number: text().notNull(),
  internal_identifier: text().notNull().unique(),
  customer_id: integer().references(() => customer.id),
  type: text({ enum: droneTypes }).notNull().default("portable"),
  retired: boolean().notNull().default(false),
  generic: boolean().notNull().default(false),
});

export const productPackage = pgTable("product_package", {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  description: text().notNull().default(""),
  key_figure_ids: integer().array().notNull().default([]),
});

export const purchaseOrder = pgTable("purchase_order", {
  id: serial().primaryKey(),
  customer_id: integer()
    .notNull()
    .references(() => customer.id),
  plant_id: integer().references(() => plant.id),
  type: text({ enum: orderTypes }).notNull(),
  start_date: date().notNull(),
  end_date: date(),
  note: text().notNull().default(""),
  created_at: time()
    .notNull()
    .default(sql`now()`),
});

export const orderProductPackage = pgTable("order_product_package", {
  id: serial().primaryKey(),
  order_id: integer()
    .notNull()
    .references(() => purchaseOrder.id, { onDelete: "cascade" }),
  product_package_id: integer()
    .notNull()
    .references(() => productPackage.id),
  quantity: integer().notNull().default(1),
});

export const documentFile = pgTable("document_file", {
  id: serial().primaryKey(),
  title: text().notNull(),
  file_name: text().notNull(),
  description: text().notNull().default(""),
  object: text().notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
  is_protected: boolean().notNull().default(false),
  created_by: integer().references(() => account.id, { onDelete: "set null" }),
  created_at: time()
    .notNull()
    .default(sql`now()`),
  updated_at: time()
    .notNull()
    .default(sql`now()`),
});

export const customComponentProperty = pgTable(
  "custom_component_property",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    component_type: text().$type<ComponentType>().notNull(),
    name: text().notNull(),
    data_type: text({ enum: customDataTypes }).notNull(),
    options: jsonb().$type<CustomOption[]>(),
    number_ranges: jsonb().$type<NumberRanges>(),
    relation_type: text({ enum: customRelationTypes }).notNull(),
    is_required: boolean().notNull().default(false),
    condition: jsonb().$type<PropertyCondition>(),
    /** Order in lists and forms; smaller first. */
    position: integer().notNull().default(0),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [unique("custom_component_property_name").on(t.plant_id, t.component_type, t.name)],
);

export const blueprint = pgTable("blueprint", {
  id: serial().primaryKey(),
  plant_id: integer()
    .notNull()
    .references(() => plant.id, { onDelete: "cascade" }),
  kind: text({ enum: blueprintKinds }).notNull(),
  file_name: text().notNull(),
  object: text().notNull(),
  bytes: bigint({ mode: "number" }).notNull().default(0),
  /** Of an image. */
  corners: jsonb().$type<Corners>(),
  created_by: integer().references(() => account.id, { onDelete: "set null" }),
  created_at: time()
    .notNull()
    .default(sql`now()`),
});

/** Disabled key figures of a plant; all others are enabled. */
export const disabledKeyFigure = pgTable(
  "disabled_key_figure",
  {
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    key_figure_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.plant_id, t.key_figure_id] })],
);

export const savedView = pgTable(
  "saved_view",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    /** The author. */
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** What is shown, as in the address of the plant. */
    query: text().notNull(),
    is_shared: boolean().notNull().default(false),
    updated_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [unique("saved_view_name").on(t.plant_id, t.account_id, t.name)],
);
