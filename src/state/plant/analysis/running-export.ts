// The export that runs.
import type { ExportFormat } from "../../../domain/export/export-request.ts";
import { perPlant } from "../../shell/lifetime.ts";

export type RunningExport = {
  readonly format: ExportFormat;
  /** Of its rows, from 0 to 1. */
  readonly share: number;
  /** Stops it: nothing is downloaded. */
  readonly abort: () => void;
};

/** Null while none runs. */
export const exportAtom = perPlant<RunningExport | null>(null);
