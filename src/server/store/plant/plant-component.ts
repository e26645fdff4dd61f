// The components of a plant: those of its current twin.
import { failure } from "../../../domain/error.ts";
import type { Services } from "../../context.ts";
import { readTwin } from "./twin.ts";
import { componentsOfTwin, type PlantComponents } from "./twin-components.ts";

/** @throws Failure RESOURCE_NOT_FOUND if the plant has no twin */
export async function readComponents(
  { db, files }: Pick<Services, "db" | "files">,
  plantId: number,
): Promise<PlantComponents> {
  const twin = await readTwin(db, plantId);
  if (twin === null) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  return componentsOfTwin(files, twin);
}
