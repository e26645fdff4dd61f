// What the fields of Esri's JSON say of their values: times in milliseconds since 1970 and codes with a name each
// (ArcGIS REST API, "Field data types" and "Domain objects").
import { isObject, type Json } from "./geometry-shape.ts";

/** The value of a field as its definition reads it; another value as it is. */
type ReadValue = (value: unknown) => unknown;
export type EsriFields = ReadonlyMap<string, ReadValue>;

/** The largest and the smallest time of ECMAScript, in milliseconds. */
const MOST_MS = 8.64e15;

/** Milliseconds since 1970 in UTC as a time in ISO 8601. */
const timeOf: ReadValue = (value) =>
  typeof value === "number" && Math.abs(value) <= MOST_MS ? new Date(value).toISOString() : value;

/** The names of a coded value domain by their codes; null for another domain. */
function namesOf(domain: unknown): ReadonlyMap<unknown, string> | null {
  if (!isObject(domain) || !Array.isArray(domain["codedValues"])) return null;
  const names = new Map<unknown, string>();
  for (const one of domain["codedValues"] as readonly unknown[]) {
    if (isObject(one) && typeof one["name"] === "string") names.set(one["code"], one["name"]);
  }
  return names;
}

/** The fields of a file whose values are not what they look like. */
export function esriFields({ fields }: Json): EsriFields {
  const found = new Map<string, ReadValue>();
  if (!Array.isArray(fields)) return found;
  for (const field of fields as readonly unknown[]) {
    if (!isObject(field) || typeof field["name"] !== "string") continue;
    const names = namesOf(field["domain"]);
    const own = field["type"] === "esriFieldTypeDate" ? timeOf : null;
    if (names) found.set(field["name"], (value) => names.get(value) ?? value);
    else if (own) found.set(field["name"], own);
  }
  return found;
}

/** The attributes of a feature with the values that its fields mean. */
export function withFields(attributes: Json, fields: EsriFields): Json {
  if (fields.size === 0) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, fields.get(name)?.(value) ?? value]),
  );
}
