// The column type of all times.
import { Column, sql, type SQL } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

/** Converts PostgreSQL's text of a `timestamptz` to ISO 8601 in UTC with milliseconds. */
export function isoTime(text: string): string {
  return new Date(text).toISOString();
}

/**
 * A point in time. Read as ISO 8601 in UTC with milliseconds, so that answers need no conversion. Written as
 * any ISO 8601 text with an offset.
 */
export const time = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp with time zone",
  fromDriver: isoTime,
});

/** Whether this is a column of such times. */
export function isTime(field: unknown): field is Column {
  return field instanceof Column && field.getSQLType() === "timestamp with time zone";
}

/** The same text made by PostgreSQL, for thousands of rows; for years of four digits. */
export function isoText(column: Column): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A time that a query computes, read like a column; null if the query finds none. */
export function computedTime(query: SQL): SQL<string | null> {
  return query.mapWith((text: string): string | null => isoTime(text));
}
