// What staff keep: drones, packages, orders, documents, custom properties, blueprints.
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
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { account, customer } from "./account.ts";
import { plant } from "./plant.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

export const droneModel = pgTable("drone_model", {
  id: serial().primaryKey(),
  /** Names a model that is shipped with the product; null for those that staff added. */
  key: text().unique(),
  name: text().notNull().unique(),
  abbreviation: text().notNull(),
  vendor: text().notNull(),
  /** Minutes. */
  flight_time: real(),
  recharge_time: real(),
  battery_swap_time: real(),
  batteries_available: integer(),
  /** Cameras by the names of domain/provider/drone-model.ts. */
  cameras: jsonb().notNull().default([]),
  /** Series of the drone app that flies it: sdk4, sdk5 or null. */
  app_series: text(),
  supported: boolean().notNull().default(true),
});

/** Packages of the drone app, offered on the download page. */
export const droneApp = pgTable(
  "drone_app",
  {
    id: serial().primaryKey(),
    /** sdk4 or sdk5. */
    series: text().notNull(),
    version: text().notNull(),
    object: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    created_at: at("created_at").notNull().defaultNow(),
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
  /** A word of domain/provider/drone.ts. */
  type: text().notNull().default("portable"),
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
  /** subscription or setup. */
  type: text().notNull(),
  start_date: date().notNull(),
  end_date: date(),
  note: text().notNull().default(""),
  created_at: at("created_at").notNull().defaultNow(),
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
  created_at: at("created_at").notNull().defaultNow(),
  updated_at: at("updated_at").notNull().defaultNow(),
});

export const customComponentProperty = pgTable(
  "custom_component_property",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    component_type: text().notNull(),
    name: text().notNull(),
    data_type: text().notNull(),
    options: jsonb(),
    number_ranges: jsonb(),
    relation_type: text().notNull(),
    /** Order in lists and forms; smaller first. */
    position: integer().notNull().default(0),
    created_at: at("created_at").notNull().defaultNow(),
  },
  (t) => [unique("custom_component_property_name").on(t.plant_id, t.component_type, t.name)],
);

export const blueprint = pgTable("blueprint", {
  id: serial().primaryKey(),
  plant_id: integer()
    .notNull()
    .references(() => plant.id, { onDelete: "cascade" }),
  kind: text().notNull(),
  file_name: text().notNull(),
  object: text().notNull(),
  bytes: bigint({ mode: "number" }).notNull().default(0),
  created_by: integer().references(() => account.id, { onDelete: "set null" }),
  created_at: at("created_at").notNull().defaultNow(),
});

/** Key figures that are switched off at a plant; all others are on. */
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
