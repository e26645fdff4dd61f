// How a plant is loaded: some requests at once, and without what the viewer may not read.
import type { Endpoint } from "../../api/endpoint.ts";
import { analysisResultApi } from "../../api/analysis/analysis-result.ts";
import { orthomosaicApi } from "../../api/analysis/orthomosaic.ts";
import { digitalTwinApi } from "../../api/plant/digital-twin.ts";
import { isPermitted } from "../../domain/account/permission.ts";
import { session } from "../session.ts";

/** The page that the list of observations asks for; see state/observation/server-source.ts. */
export const OBSERVATIONS_AT_ONCE = 5000;
const AT_ONCE = 6;

/** Some requests at once. After the first failure none begins; what has arrived by then is still kept. */
export async function inTurns(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const turns = works.values();
  const failures: unknown[] = [];
  const run = async () => {
    for (const work of turns) {
      if (failures.length > 0) return;
      try {
        await work();
      } catch (cause) {
        failures.push(cause);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  if (failures.length > 0) throw failures[0];
}

/**
 * True where the permissions of the session meet those of the endpoint: the facts by which the panels ask or do not.
 * The server still has the last word, about the object too.
 */
export const mayAsk = ({ permission }: Pick<Endpoint, "permission">): boolean =>
  isPermitted(permission, new Set(session()?.permissions));

const packedPaths: ReadonlySet<string> = new Set([
  digitalTwinApi.readObject.path,
  analysisResultApi.column.path,
]);

/** True of what is kept compressed: numbers and names become much smaller; pictures are compressed already. */
export const isPacked = ({ path }: Pick<Endpoint, "path">, type: string | undefined): boolean =>
  packedPaths.has(path) ||
  (path === orthomosaicApi.tile.path && type?.startsWith("image/") === false);

export function isDenied(cause: unknown): boolean {
  const { code } = cause as { code?: string };
  return code === "PERMISSION_DENIED" || code === "RESOURCE_NOT_FOUND";
}
