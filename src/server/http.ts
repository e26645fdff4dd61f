// The only door: everything that reaches the server over HTTP comes through here.

import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Database, Services } from "./context.ts";
import { addHealth, type Health } from "./health.ts";
import type { Jobs } from "./jobs.ts";

/** What the composition hands to the door. */
export type DoorParts = {
  /** Its `db` is connected as the role that serves requests and that row-level security binds. */
  readonly services: Services;
  /** Connected as the owner of the tables, for what happens before a viewer is known. */
  readonly ownerDb: Database;
  readonly launch: Jobs["launch"];
  readonly health: Health;
  /** Folder of the built browser app; it may be missing while developing. */
  readonly appFolder: string;
};

/** Builds the door; the caller listens and closes. */
export async function openDoor(parts: DoorParts): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = parts.services.log;
  const door = fastify({ loggerInstance });
  addHealth(door, parts.health);
  return door;
}
