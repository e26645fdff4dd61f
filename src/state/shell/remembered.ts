// Small choices remembered in this browser.
import { readLocal, writeLocal } from "../../client/local.ts";

/** What was stored under a name, or null; anything unreadable counts as nothing. */
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
