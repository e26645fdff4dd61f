// Which modules the build puts into one file. See decisions/bundle.md.
import type { Rolldown } from "vite";

type Graph = Rolldown.ChunkingContext;
type ModuleInfo = Rolldown.ModuleInfo;
type Follows = (from: ModuleInfo, to: string) => boolean;

/** The modules that are loaded with these, and with what they load later where `follows` says so. */
function loadedWith(graph: Graph, roots: readonly string[], follows: Follows = () => false) {
  const found = new Set<string>(roots);
  // A set gives what is added while it is read.
  for (const id of found) {
    const module = graph.getModuleInfo(id);
    if (!module) continue;
    const later = module.dynamicallyImportedIds.filter((to) => follows(module, to));
    for (const next of [...module.importedIds, ...later]) found.add(next);
  }
  return found;
}

const without = (all: Set<string>, ...others: readonly Set<string>[]) =>
  new Set([...all].filter((id) => !others.some((other) => other.has(id))));

const root = import.meta.dirname.replaceAll("\\", "/").replace(/\/src\/app\/build$/, "");
const fileOf = (path: string) => `${root}/${path}`;
const isPanel = ({ id }: ModuleInfo) => /\/src\/panels\/[\w-]+\/panel\.ts$/.test(id);
const says = ({ code }: ModuleInfo, words: RegExp) => words.test(code ?? "");

const signedIn = [fileOf("src/app/signed-in.tsx")];
/** What the map of a plant loads besides; the panels over the map are read off their declarations. */
const ofPlant = [
  "src/app/workbench/workbench.tsx",
  "src/map/plant-map.tsx",
  "layers/index.ts",
  "tools/index.ts",
  "src/app/outbox/outbox-mark.tsx",
  "src/app/offline/offline-mark.tsx",
].map(fileOf);
/** Loaded for signed-in users alone, although the first file names them. */
const signedInParts = [
  "src/app/page/home.tsx",
  "src/app/settings/settings-layout.tsx",
  "src/app/offline/offline-page.tsx",
  "src/client/offline/offline-answer.ts",
].map(fileOf);
const worldMap = [fileOf("src/map/world/world-map.tsx")];

/**
 * Modules that the map of a plant loads, by the pages that load them too: `plant` none, `session` those after
 * sign-in, `shared` those before it. The sign-in page and the world map keep what they need in files of their own.
 */
function partsOf(graph: Graph) {
  const start = loadedWith(graph, [fileOf("src/app/main.tsx")]);
  const panels = [...start].flatMap((id) => graph.getModuleInfo(id) ?? []).filter(isPanel);
  const isLater = new Set([...signedIn, ...ofPlant, ...signedInParts]);
  const isPublic = (from: ModuleInfo, to: string, pages: RegExp) =>
    isPanel(from) ? says(from, pages) : !isLater.has(to);
  const beforeSession = loadedWith(graph, [...start], (from, to) =>
    isPublic(from, to, /\bpublic: (true|!0)/),
  );
  // At once, without what its forms load when they are sent.
  const ofSignIn = loadedWith(
    graph,
    [...start],
    (from, to) => start.has(from.id) && isPublic(from, to, /\bid: "login"/),
  );
  const withSession = loadedWith(graph, signedIn);
  const elsewhere = loadedWith(graph, [...start, ...signedIn], (from, to) =>
    isPanel(from) ? says(from, /\bdock: "(page|settings)"/) : !ofPlant.includes(to),
  );
  const ofWorld = without(loadedWith(graph, worldMap), withSession);
  const mapPanels = panels
    .filter((panel) => says(panel, /\bdock: "map"/))
    .flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds);
  const all = loadedWith(graph, [...signedIn, ...ofPlant, ...mapPanels]);
  const plant = without(all, elsewhere, withSession, beforeSession);
  return {
    shared: without(all, without(all, beforeSession), ofSignIn),
    session: without(all, plant, beforeSession, ofWorld),
    plant,
  };
}

/** Libraries of which each page uses a few parts, all handed on by one file: only the build knows which. */
const manyParts =
  /\/node_modules\/(react-aria|react-stately|@react-aria|@react-stately|@internationalized|zod)/;

/** The group of these parts; the modules are known once the first of them is placed. */
export function loadedTogether(): Rolldown.CodeSplittingGroup {
  let parts: ReturnType<typeof partsOf> | undefined;
  return {
    debugName: "shared, session and plant",
    test: (id) => !manyParts.test(id),
    name(id, graph) {
      parts ??= partsOf(graph);
      const found = Object.entries(parts).find(([, modules]) => modules.has(id));
      return found?.[0] ?? null;
    },
    // What they share with other pages is in files of its own.
    includeDependenciesRecursively: false,
  };
}
