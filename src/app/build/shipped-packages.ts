// The packages that the product is shipped with, by the lock file: what browser and server depend on.

type Locked = {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};

export type LockFile = { readonly packages: Readonly<Record<string, Locked>> };

export type ShippedPackage = {
  readonly name: string;
  readonly version: string;
  /** As the lock file names it; empty where it names none. */
  readonly licence: string;
  /** Its folders, such as "node_modules/geotiff/node_modules/lerc". */
  readonly folders: readonly string[];
};

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf("node_modules/") + 13);

/** The folder of a package as a package in another folder finds it: its own, then those above. */
function findFolder({ packages }: LockFile, name: string, from: string): string | undefined {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))
  ) {
    const folder = `${place === "" ? "" : `${place}/`}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (place === "") return undefined;
  }
}

/** What a package needs to run: not what it can do without, unless that is installed with it. */
function needs(locked: Locked): string[] {
  const isOptional = (name: string) => locked.peerDependenciesMeta?.[name]?.optional === true;
  const peers = Object.keys(locked.peerDependencies ?? {}).filter((name) => !isOptional(name));
  return [...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }), ...peers];
}

/**
 * Every package that is shipped, by name and version. Packages that only develop or test the product are not among
 * them, unless `writtenIn` names them: then they are, without what they need themselves.
 */
export function shippedPackages(lock: LockFile, writtenIn: readonly string[]): ShippedPackage[] {
  const root = lock.packages[""];
  if (!root) throw new Error("The lock file names no product.");
  const folders = new Set<string>();
  const add = (names: readonly string[], from: string) => {
    for (const name of names) {
      const folder = findFolder(lock, name, from);
      if (folder !== undefined) folders.add(folder);
    }
  };
  add(needs(root), "");
  // A set gives what is added while it is read.
  for (const folder of folders) add(needs(lock.packages[folder]!), folder);
  add(writtenIn, "");
  const byId = Map.groupBy(
    folders,
    (folder) => `${nameOf(folder)} ${lock.packages[folder]!.version}`,
  );
  return [...byId.values()]
    .map((same) => {
      const { version, license = "" } = lock.packages[same[0]!]!;
      return { name: nameOf(same[0]!), version, licence: license, folders: same.toSorted() };
    })
    .toSorted((one, other) => order(one.name, other.name) || order(one.version, other.version));
}

/** The same on every machine, whatever its language. */
const order = (one: string, other: string) => (one < other ? -1 : Number(one > other));
