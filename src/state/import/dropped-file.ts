// A file that was dropped on the map of the plant: what it is, and where it can go.
import { atom } from "jotai";
import type { CallName } from "../account/ask.ts";
import { hasCallAtom } from "../account/ask.ts";
import {
  destinationIds,
  destinationsOf,
  fileKindOf,
  type Destination,
  type FileKind,
} from "../../domain/file-preview/file-kind.ts";
import { zipNames, zipTailBytes } from "../../domain/file-preview/zip-names.ts";
import { openPanel } from "../shell/dock.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { plantAtom, plantIdAtom } from "../plant/plant.ts";
import type { ImportRun } from "./import.ts";
import { resetResultImport, resultFilesAtom, resultImportAtom } from "./result-import.ts";
import { resetTwinImport, twinFilesAtom, twinImportAtom } from "./twin-import.ts";

const calls: Readonly<Record<Destination, CallName>> = {
  twin: "digitalTwin.importFiles",
  observations: "observation.importFile",
  blueprint: "blueprint.uploadKml",
  results: "analysisResult.importFile",
  serials: "serialNumber.importFile",
  images: "analysisResult.importFile",
  survey: "analysisUpload.create",
  model: "plantModel.upload",
};

export type DroppedFile = {
  /** The first one; the others go with it where it becomes part of the twin. */
  readonly file: File;
  readonly others: readonly File[];
  /** Null for a file that cannot be imported, with the reason. */
  readonly kind: FileKind | null;
  readonly reason: string | null;
};

/** Id of the panel that asks what becomes of the file. */
export const fileImportPanelId = "file-import";

/** The file in the panel; null before one is dropped. */
export const droppedFileAtom = perPlant<DroppedFile | null>(null);
/** What the user wants to make of it; null while nothing is chosen. */
export const destinationAtom = perPlant<Destination | null>(null);

/** What the viewer may make of files at all. */
export const permittedDestinationsAtom = atom((get) => {
  const may = get(hasCallAtom);
  return destinationIds.filter((id) => may(calls[id]));
});

/** What the viewer may make of the file, the likeliest first. */
export const offeredDestinationsAtom = atom((get): readonly Destination[] => {
  const dropped = get(droppedFileAtom);
  if (dropped?.kind == null) return [];
  const permitted = get(permittedDestinationsAtom);
  const hasTwin = (valueOf(get(plantAtom))?.twin_version ?? 0) > 0;
  const offered = destinationsOf[dropped.kind].filter((id) => permitted.includes(id));
  // Observations and serial numbers need components; a plant without them gets them from its first file.
  const isLater = (id: Destination) => (id === "observations" || id === "serials") && !hasTwin;
  return [...offered.filter((id) => !isLater(id)), ...offered.filter(isLater)];
});

const HEAD_BYTES = 4096;

/** Recognises the file and opens the panel with it. */
export const takeDropped = atom(null, async (get, set, files: readonly File[]) => {
  const [file, ...others] = files;
  const plant_id = get(plantIdAtom);
  if (!file || plant_id === null) return;
  set(openPanel, fileImportPanelId);
  const bytesOf = async (from: number, to: number) =>
    new Uint8Array(await file.slice(Math.max(0, from), to).arrayBuffer());
  const head = await bytesOf(0, HEAD_BYTES);
  const isZip = head[0] === 0x50 && head[1] === 0x4b;
  const names = isZip ? zipNames(await bytesOf(file.size - zipTailBytes, file.size)) : [];
  const found = fileKindOf({ name: file.name, bytes: file.size, head, zipNames: names });
  if (get(plantIdAtom) !== plant_id) return;
  set(droppedFileAtom, {
    file,
    others,
    kind: found.kind,
    reason: found.kind === null ? found.reason : null,
  });
  const offered = get(offeredDestinationsAtom);
  set(destinationAtom, offered.length === 1 ? offered[0]! : null);
});

const isOver = ({ step }: ImportRun) => step === "done" || step === "failed";

/** Hands the file to the panel that imports it. */
export const handOver = atom(null, (get, set, destination: Destination) => {
  const dropped = get(droppedFileAtom);
  if (!dropped) return;
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
  }
});

/** Forgets the file. */
export const forgetDropped = atom(null, (_get, set) => {
  set(droppedFileAtom, null);
  set(destinationAtom, null);
});
