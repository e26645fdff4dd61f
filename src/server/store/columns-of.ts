// Type check for the columns of a select.
import type { Column, SQL } from "drizzle-orm";

/**
 * The columns of a select with rows of type `Row`. `satisfies ColumnsOf<Row>` does not compile if the select
 * lacks a field or has one too many.
 */
export type ColumnsOf<Row> = { readonly [Field in keyof Row]-?: Column | SQL | SQL.Aliased };
