// Reads what was decided of findings: page by page, and only where something has changed.
import { api } from "../../../api/index.ts";
import { call, type CallOptions } from "../../../client/call.ts";
import { findingPageAsk, findingPageOf } from "../../../client/finding-page.ts";
import type { FindingLife } from "../../../domain/finding/finding-life.ts";
import { perPlantValue } from "../../shell/lifetime.ts";

type Lives = readonly FindingLife[];
type Read = { readonly version: string | null; readonly lives: Lives };

const lastRead = perPlantValue((): { of: Read | null } => ({ of: null }));

/**
 * The findings of the plant, as they were where the server says that nothing has changed since: the list of a large plant
 * has megabytes. Without a network all are read.
 */
export async function readLives(
  id: number,
  isOffline: boolean,
  options: CallOptions,
): Promise<Lives> {
  const last = lastRead();
  if (!isOffline && last.of !== null) {
    const { version } = await call(api.findingLife.version, { params: { id } }, options);
    if (version === last.of.version) return last.of.lives;
  }
  const lives: FindingLife[] = [];
  let version: string | null = null;
  for (let after: number | null = 0; after !== null;) {
    const answer = await call(api.findingLife.list, findingPageAsk(id, after), options);
    const page = findingPageOf(answer);
    for (const one of page.findings) lives.push(one);
    version ??= page.version;
    after = page.next;
  }
  last.of = { version, lives };
  return lives;
}
