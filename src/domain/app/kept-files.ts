// The files of the app that a browser keeps, so that the app opens without a network. Each build has a cache of
// its own: an open page goes on with the files of the build it began with. Nothing else is ever kept there.
import { isAppPage, isHashedFile } from "./address.ts";

/** A file of the build; `revision` is null where the hash is in its name. */
export type AppFile = { readonly url: string; readonly revision: string | null };

export type AppBuild = {
  /** Differs from build to build. */
  readonly name: string;
  readonly files: readonly AppFile[];
};

type Caches = Pick<CacheStorage, "keys" | "open" | "delete">;
type Fetch = (address: string) => Promise<Response>;

const prefix = "app ";
/** Some servers tell by a header what else the answer depends on; that a page asks makes no difference here. */
const anyRequest = { ignoreVary: true };
/** Files fetched at the same time. */
const lanes = 6;

export const cacheOf = ({ name }: AppBuild): string => prefix + name;

/** Address of a file in the cache: one whose name stays the same is found by its revision. */
function keyOf({ url, revision }: AppFile): string {
  return revision === null ? url : `${url}?revision=${revision}`;
}

/**
 * Keeps every file of the build. What an older build has too is copied, what an earlier attempt has kept is not
 * fetched again. Rejects if a file cannot be had; then the build is not used.
 */
export async function keepFiles(build: AppBuild, caches: Caches, fetch: Fetch): Promise<void> {
  const older = await otherCaches(build, caches);
  const own = await caches.open(cacheOf(build));
  const missing = build.files.map(keyOf);
  const keepNext = async (): Promise<void> => {
    for (let key = missing.pop(); key !== undefined; key = missing.pop()) {
      if (await own.match(key, anyRequest)) continue;
      const found = (await matchIn(older, key)) ?? (await fetch(key));
      if (!found.ok || found.redirected) throw new Error(`${key}: ${found.status}`);
      await own.put(key, found);
    }
  };
  await Promise.all(Array.from({ length: lanes }, keepNext));
}

/** What of this address may be answered from the caches: a key of `keptAnswer`, or null for the server alone. */
export function keptKey(build: AppBuild, path: string, isNavigation: boolean): string | null {
  if (isNavigation) return isAppPage(path) ? keyOfPath(build, "/") : null;
  return keyOfPath(build, path) ?? (isHashedFile(path) ? path : null);
}

function keyOfPath(build: AppBuild, path: string): string | null {
  const file = build.files.find(({ url }) => url === path);
  return file ? keyOf(file) : null;
}

/** The kept file, from this build or from an older one whose page is still open; undefined where there is none. */
export async function keptAnswer(
  build: AppBuild,
  key: string,
  caches: Caches,
): Promise<Response | undefined> {
  const own = await caches.open(cacheOf(build));
  const found = await own.match(key, anyRequest);
  if (found || !isHashedFile(key)) return found;
  return matchIn(await otherCaches(build, caches), key);
}

/**
 * Removes the builds that no open page uses.
 * @param open scripts that open pages began with
 * @param isNewerComing whether another build is being kept or waits; then nothing is removed
 */
export async function dropUnused(
  build: AppBuild,
  caches: Caches,
  open: () => Promise<readonly string[]>,
  isNewerComing: () => boolean,
): Promise<void> {
  const others = (await appCaches(caches)).filter((name) => name !== cacheOf(build));
  if (others.length === 0) return;
  const own = await caches.open(cacheOf(build));
  const scripts = await open();
  for (const name of others) {
    const cache = await caches.open(name);
    const isUsed = await Promise.all(
      scripts.map(
        async (script) =>
          !(await own.match(script, anyRequest)) && (await cache.match(script, anyRequest)),
      ),
    );
    if (isNewerComing()) return;
    if (!isUsed.some(Boolean)) await caches.delete(name);
  }
}

async function appCaches(caches: Caches): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}

async function otherCaches(build: AppBuild, caches: Caches): Promise<Cache[]> {
  const names = (await appCaches(caches)).filter((name) => name !== cacheOf(build));
  return Promise.all(names.map((name) => caches.open(name)));
}

async function matchIn(caches: readonly Cache[], key: string): Promise<Response | undefined> {
  for (const cache of caches) {
    const found = await cache.match(key, anyRequest);
    if (found) return found;
  }
  return undefined;
}
