// A file that was dropped on the map of the plant: what it is, and where it can go.
import { atom } from "jotai";
import { filesOfInput, type ChosenFile } from "../../client/chosen-file.ts";
import type { CallName } from "../account/ask.ts";
import { hasCallAtom } from "../account/ask.ts";
import {
  destinationIds,
  destinationsOf,
  fileKindOf,
  isDroneFile,
  type Destination,
  type FileKind,
} from "../../domain/file-preview/file-kind.ts";
import { limits } from "../../domain/limits.ts";
import { isSystemFile } from "../../domain/upload/chosen-file.ts";
import { zipNames, zipTailBytes } from "../../domain/file-preview/zip-names.ts";
import { openPanel } from "../shell/dock.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { plantAtom, plantIdAtom } from "../plant/plant.ts";
import {
  droneFileAtom,
  meterFileAtom,
  referenceFileAtom,
  stateFileAtom,
  userFileAtom,
} from "./handed-file.ts";
import type { ImportRun } from "./import.ts";
import { resetResultImport, resultFilesAtom, resultImportAtom } from "./result-import.ts";
import { resetTwinImport, twinFilesAtom, twinImportAtom } from "./twin-import.ts";

/** Calls of the import, and those without which its page or panel does not open. */
const calls: Readonly<Record<Destination, readonly CallName[]>> = {
  twin: ["digitalTwin.importFiles"],
  observations: ["observation.importFile"],
  blueprint: ["blueprint.uploadKml"],
  results: ["analysisResult.importFile"],
  serials: ["serialNumber.importFile"],
  conditions: ["evaluation.importConditions"],
  references: ["referenceMeasurement.importCsv"],
  meter: ["meteredEnergy.importFile"],
  images: ["analysisResult.importFile"],
  survey: ["analysisUpload.create"],
  photos: ["observation.create", "observationImage.add"],
  model: ["plantModel.upload"],
  orders: ["workOrder.list", "workOrder.importStates"],
  drones: ["drone.list", "drone.importFile"],
  users: ["user.list", "user.listRoles", "user.importFile"],
};

export type DroppedFile = {
  readonly name: string;
  /** The first one; the others go with it where it becomes part of the twin. Null where it cannot be read. */
  readonly file: File | null;
  readonly others: readonly File[];
  /** All of them with their folders, as drone data are sent. */
  readonly chosen: readonly ChosenFile[];
  /** Null for a file that cannot be imported, with the reason. */
  readonly kind: FileKind | null;
  readonly reason: string | null;
};

/** Id of the panel that asks what becomes of the file. */
export const fileImportPanelId = "file-import";

/** The file in the panel; null before one is dropped. */
export const droppedFileAtom = perPlant<DroppedFile | null>(null);
/** True while a file is recognised. */
export const isReadingDropAtom = perPlant(false);
/** The newest drop: one that was slower to read must not replace it. */
const newestDropAtom = perPlant<object | null>(null);
/** What the user wants to make of it; null while nothing is chosen. */
export const destinationAtom = perPlant<Destination | null>(null);

/** What the viewer may make of files at all. */
export const permittedDestinationsAtom = atom((get) => {
  const may = get(hasCallAtom);
  return destinationIds.filter((id) => calls[id].every(may));
});

const needsTwin: readonly Destination[] = ["observations", "serials", "photos"];

/** Whether the files may be photos of one observation: a card of a drone has more, and videos. */
const areObservable = ({ file, others }: DroppedFile) =>
  file !== null &&
  others.length < limits.observationImages &&
  [file, ...others].every(({ name }) => /\.(?:jpe?g|png|webp|hei[cf])$/i.test(name));

/** What the viewer may make of the file, the likeliest first. */
export const offeredDestinationsAtom = atom((get): readonly Destination[] => {
  const dropped = get(droppedFileAtom);
  if (dropped?.kind == null) return [];
  const permitted = get(permittedDestinationsAtom);
  const hasTwin = (valueOf(get(plantAtom))?.twin_version ?? 0) > 0;
  const offered = destinationsOf[dropped.kind].filter(
    (id) => permitted.includes(id) && (id !== "photos" || areObservable(dropped)),
  );
  // Observations and serial numbers need components; a plant without them gets them from its first file.
  const isLater = (id: Destination) => needsTwin.includes(id) && !hasTwin;
  return [...offered.filter((id) => !isLater(id)), ...offered.filter(isLater)];
});

/** Whether what was chosen goes to a panel of the open analysis, and none is open: there the file would be out of sight. */
export const lacksAnalysisAtom = atom((get) => {
  const destination = get(destinationAtom);
  const isOfAnalysis = destination === "references" || destination === "meter";
  return isOfAnalysis && get(analysisIdAtom) === null;
});

const HEAD_BYTES = 4096;

/** What was dropped: its name as the drag says it, and its files, which are read while the event is handled. */
export type Drop = { readonly name: string; readonly files: Promise<readonly ChosenFile[]> };

/** The same of files that were chosen with a button. */
export const filesChosen = (files: readonly File[]): Drop => ({
  name: files[0]?.name ?? "",
  files: Promise.resolve(filesOfInput(files)),
});

/** Recognises the file and opens the panel with it. What was there before is gone at once, whatever comes of this one. */
export const takeDropped = atom(null, async (get, set, { name, files }: Drop) => {
  const plant_id = get(plantIdAtom);
  if (plant_id === null) return;
  const own = {};
  set(newestDropAtom, own);
  set(forgetDropped);
  set(isReadingDropAtom, true);
  set(openPanel, fileImportPanelId);
  const found = await files
    .then(recognised)
    .catch((): DroppedFile => unusable(name, "file_unreadable"));
  if (get(plantIdAtom) !== plant_id || get(newestDropAtom) !== own) return;
  set(isReadingDropAtom, false);
  set(droppedFileAtom, found ?? unusable(name, "file_folder"));
  const offered = get(offeredDestinationsAtom);
  set(destinationAtom, offered.length === 1 ? offered[0]! : null);
});

const unusable = (name: string, reason: string): DroppedFile => ({
  name,
  file: null,
  others: [],
  chosen: [],
  kind: null,
  reason,
});

/**
 * What the files are, by the first one; null for a folder that is none of photos and videos alone. Files that operating
 * systems leave in folders are passed over.
 * @throws DOMException for a file that cannot be read
 */
async function recognised(all: readonly ChosenFile[]): Promise<DroppedFile | null> {
  const isFolder = all.some(({ name }) => name.includes("/"));
  const chosen = isFolder ? all.filter(({ name }) => !isSystemFile(name)) : all;
  const [first] = chosen;
  if (!first) return null;
  const [file, ...others] = chosen.map((one) => one.file) as [File, ...File[]];
  if (isFolder && !chosen.every(({ name }) => isDroneFile(name))) return null;
  const bytesOf = async (from: number, to: number) =>
    new Uint8Array(await file.slice(Math.max(0, from), to).arrayBuffer());
  const head = await bytesOf(0, HEAD_BYTES);
  const isZip = head[0] === 0x50 && head[1] === 0x4b;
  const names = isZip ? zipNames(await bytesOf(file.size - zipTailBytes, file.size)) : [];
  const found = fileKindOf({ name: file.name, bytes: file.size, head, zipNames: names });
  const reason = found.kind === null ? found.reason : null;
  return { name: file.name, file, others, chosen, kind: found.kind, reason };
}

const isOver = ({ step }: ImportRun) => step === "done" || step === "failed";

/** Hands the file to the panel that imports it; it stays here while the analysis that the panel needs is not open. */
export const handOver = atom(null, (get, set, destination: Destination) => {
  const dropped = get(droppedFileAtom);
  if (!dropped?.file || get(lacksAnalysisAtom)) return;
  const { file, others } = dropped;
  if (destination === "twin") {
    const files = [file, ...others].map((one) => ({
      file: one,
      component_type: null,
      isOfPlant: true,
    }));
    set(twinFilesAtom, files);
    // What an earlier import says would hide the file; one that runs is left alone.
    if (isOver(get(twinImportAtom))) set(resetTwinImport);
    set(openPanel, "twin-import");
  } else if (destination === "results" || destination === "images") {
    const before = get(resultFilesAtom);
    set(resultFilesAtom, { ...before, [destination]: file });
    if (isOver(get(resultImportAtom))) set(resetResultImport);
    set(openPanel, "result-import");
  } else if (destination === "references") {
    set(referenceFileAtom, file);
    set(forgetDropped);
    set(openPanel, "reference");
  } else if (destination === "meter") {
    set(meterFileAtom, file);
    set(forgetDropped);
    set(openPanel, "metered-energy");
  } else if (destination === "orders") {
    set(stateFileAtom, file);
    set(forgetDropped);
    set(openPanel, "work-orders");
  }
});

/** Destinations on a page of their own, which has left the plant. */
export const pageOf = { users: "/settings/users", drones: "/settings/drones" } as const;

/** Hands the file to the page that imports it; the caller goes there. */
export const handToPage = atom(null, (get, set, destination: keyof typeof pageOf) => {
  const file = get(droppedFileAtom)?.file ?? null;
  set(destination === "users" ? userFileAtom : droneFileAtom, file);
  set(forgetDropped);
});

/** Forgets the file. */
export const forgetDropped = atom(null, (_get, set) => {
  set(droppedFileAtom, null);
  set(destinationAtom, null);
});
