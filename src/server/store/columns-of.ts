// What a select must name.
import type { Column, SQL } from "drizzle-orm";

/**
 * The columns of a select whose rows are answered as `Row`. With `satisfies ColumnsOf<Row>`, a field
 * that the select lacks does not compile, and neither does one that the answer's shape lacks.
 */
export type ColumnsOf<Row> = { readonly [Field in keyof Row]-?: Column | SQL | SQL.Aliased };
