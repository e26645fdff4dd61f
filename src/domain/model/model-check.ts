// What the checks of a model report to: faults with the file of the archive in which they are.
import type { Problem } from "../error.ts";
import { limits } from "../limits.ts";

export type ModelCheck = {
  /** Reports a fault in the file that is checked. */
  refuse(reason: string, values?: Problem["values"]): void;
};

export type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value of a file as an object; null for anything else. */
export const objectOf = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

/** The items of a list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** True for a list of `count` finite numbers. */
export function areNumbers(value: unknown, count: number): value is readonly number[] {
  return Array.isArray(value) && value.length === count && value.every(Number.isFinite);
}

/** The text of a file for its fault: what a hostile file holds may be long. */
export function shortened(text: unknown): string {
  return String(text).slice(0, 200);
}

/** Parses JSON in UTF-8. Reports what is no JSON object, and answers null. */
export function jsonOf(bytes: Uint8Array, check: ModelCheck): JsonObject | null {
  if (bytes.length > limits.modelJsonBytes) {
    check.refuse("model_json_too_large", { most: limits.modelJsonBytes / 1024 ** 2 });
    return null;
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  check.refuse("model_json");
  return null;
}
