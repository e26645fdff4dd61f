// How a plant is loaded: some requests at once, and without what the viewer may not read.
import type { Endpoint } from "../../api/endpoint.ts";
import { orthomosaicApi } from "../../api/analysis/orthomosaic.ts";

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

/** What this viewer may not read is not part of the plant for them: null. */
export async function ifAllowed<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (cause) {
    if (isDenied(cause)) return null;
    throw cause;
  }
}

/** Temperatures are numbers, which gzip makes much smaller; pictures are compressed already. */
export const isPacked = ({ path }: Pick<Endpoint, "path">, type: string | undefined): boolean =>
  path === orthomosaicApi.tile.path && type?.startsWith("image/") === false;

export function isDenied(cause: unknown): boolean {
  const { code } = cause as { code?: string };
  return code === "PERMISSION_DENIED" || code === "RESOURCE_NOT_FOUND";
}
