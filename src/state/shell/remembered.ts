// Small choices stored in this browser.
import { readLocal, writeLocal } from "../../client/local.ts";

/** The value stored under a name, or null where there is none or it is unreadable. */
export function readStored<Value>(name: string): Value | null {
  try {
    return JSON.parse(readLocal(name) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

/** Stores a JSON value under a name. */
export function writeStored(name: string, value: unknown): void {
  writeLocal(name, JSON.stringify(value));
}
