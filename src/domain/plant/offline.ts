// Plants on a device: what is stored, for how long, and when a plant may go offline and come back.
import type { Refusal } from "../error.ts";
import { limits } from "../limits.ts";

/** Areas of the offline store. */
export type OfflineArea =
  | "session"
  | "plant"
  | "analyses"
  | "observations"
  | "work orders"
  | "map tiles"
  | "performance indicators"
  | "custom properties"
  | "image thumbnails"
  | "blueprints";

/** What the user wants on the device. The rest of the plant always comes along. */
export type OfflineChoice = {
  readonly analysis_ids: readonly number[];
  readonly has_images: boolean;
  readonly has_orthomosaics: boolean;
  readonly has_blueprints: boolean;
};

/** A plant on this device, complete. */
export type HeldPlant = {
  readonly plant_id: number;
  readonly plant_name: string;
  /** Name of the database with its answers. */
  readonly database: string;
  readonly choice: OfflineChoice;
  readonly taken_at: string;
  readonly expires_at: string;
  /** On this device. */
  readonly bytes: number;
  /** Over the network, as the size was announced. */
  readonly loaded_bytes: number;
  readonly answers: number;
  /** File names of images that the server could not give. */
  readonly failed_images: readonly string[];
};

/** Why a plant cannot be taken offline now, or null. `waiting` counts the observations not yet sent. */
export function goOfflineRefusal(isOffline: boolean, waiting: number): Refusal | null {
  if (isOffline) return { reason: "offline_already" };
  return waiting > 0 ? { reason: "offline_waiting" } : null;
}

/** True once the data of a plant are too old to be used. */
export function isExpired({ expires_at }: Pick<HeldPlant, "expires_at">, now: number): boolean {
  return Date.parse(expires_at) <= now;
}

/** When data taken at a time expire, ISO 8601. */
export function expiryOf(taken_at: number): string {
  return new Date(taken_at + limits.offlineDays * 24 * 3600_000).toISOString();
}

/** True if a store of this size fits: browsers need a fifth more, and new observations need room. */
export function hasRoom(bytes: number, free: number): boolean {
  return free >= bytes * 1.2 + limits.offlineReserveBytes;
}
