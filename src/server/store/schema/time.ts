// The column type of every time.
import { type SQL } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

/** PostgreSQL's text of a `timestamptz`, in whichever time zone, as ISO 8601 in UTC with milliseconds. */
function isoTime(text: string): string {
  return new Date(text).toISOString();
}

/**
 * A moment. It is read as ISO 8601 in UTC with milliseconds, so that answers need no conversion, and
 * written as any ISO 8601 text with an offset.
 */
export const time = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp with time zone",
  fromDriver: isoTime,
});

/** A time that a query computes, read like a column; null where the query finds none. */
export function computedTime(query: SQL): SQL<string | null> {
  return query.mapWith((text: string): string | null => isoTime(text));
}
