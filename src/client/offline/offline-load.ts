// How a plant is loaded: some requests at once, and without what the viewer may not read.
import type { Endpoint } from "../../api/endpoint.ts";
import { orthomosaicApi } from "../../api/analysis/orthomosaic.ts";
import { isPermitted } from "../../domain/account/permission.ts";
import { session } from "../session.ts";

/** The page that the list of observations asks for; see state/observation/server-source.ts. */
export const OBSERVATIONS_AT_ONCE = 5000;
const AT_ONCE = 6;

/** Some requests at once; the first failure ends all. */
export async function inTurns(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const turns = works.values();
  const run = async () => {
    for (const work of turns) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

/**
 * True where the permissions of the session meet those of the endpoint: the facts by which the panels ask or do not.
 * The server still has the last word, about the object too.
 */
export const mayAsk = ({ permission }: Pick<Endpoint, "permission">): boolean =>
  isPermitted(permission, new Set(session()?.permissions));

/** Temperatures are numbers, which gzip makes much smaller; pictures are compressed already. */
export const isPacked = ({ path }: Pick<Endpoint, "path">, type: string | undefined): boolean =>
  path === orthomosaicApi.tile.path && type?.startsWith("image/") === false;

export function isDenied(cause: unknown): boolean {
  const { code } = cause as { code?: string };
  return code === "PERMISSION_DENIED" || code === "RESOURCE_NOT_FOUND";
}
