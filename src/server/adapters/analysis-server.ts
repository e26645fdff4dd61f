// The machines that evaluate analyses. The stand-in evaluates on this one.

import { createHash } from "node:crypto";
import { addAbortSignal, type Readable } from "node:stream";
import { extname } from "node:path";
import { failure, type Problem } from "../../domain/error.ts";
import type {
  AnalysisServer,
  EvaluationReport,
  ServerState,
} from "../../domain/provider/analysis-server.ts";
import type { ObjectStore } from "./object-storage.ts";

/** How a machine is known and made. */
export type Machine = Pick<AnalysisServer, "id" | "name" | "state" | "size" | "volume_gb">;

/** A file of an analysis, as it was uploaded. */
export type EvaluatedFile = {
  readonly name: string;
  /** In the object store. */
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
};

export type Evaluation = {
  readonly analysis_id: number;
  readonly files: readonly EvaluatedFile[];
};

/** Calls reject with UNAVAILABLE if the machine or its cloud does not answer. All may be repeated. */
export type AnalysisServerAdapter = {
  /** The state that the machine is in. */
  state(machine: Machine): Promise<ServerState>;
  /** Resolves once the machine runs. */
  start(machine: Machine): Promise<void>;
  /** Resolves once the machine has stopped. */
  stop(machine: Machine): Promise<void>;
  /** Gives a stopped machine another size or a larger volume. */
  update(machine: Machine, changed: Pick<Machine, "size" | "volume_gb">): Promise<void>;
  /**
   * Evaluates the files of an analysis on a running machine. A repeated call begins again. The signal ends it.
   * @throws FILE_REFUSED with the files that cannot be evaluated
   */
  evaluate(
    machine: Machine,
    evaluation: Evaluation,
    onFile: (done: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<EvaluationReport>;
};

/**
 * Opens the stand-in for servers in a cloud: this machine, which is in the state that was stored last. It reads each
 * file to its end, compares it with what was uploaded, and counts what is there.
 */
export function openLocalAnalysisServer(files: ObjectStore): AnalysisServerAdapter {
  return {
    state: async ({ state }) => state,
    start: async () => undefined,
    stop: async () => undefined,
    update: async () => undefined,
    async evaluate(_machine, evaluation, onFile, signal) {
      const kinds = new Map<string, number>();
      let bytes = 0;
      for (const [index, file] of evaluation.files.entries()) {
        await onFile(index);
        const { length, sha256 } = await contentOf(
          addAbortSignal(signal, await files.stream(file.key)),
        );
        if (length !== file.bytes) throw failure("FILE_REFUSED", cutShort(file, length));
        if (sha256 !== file.sha256) throw failure("FILE_REFUSED", altered(file));
        bytes += length;
        const kind = extname(file.name).slice(1).toLowerCase();
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
      const file_count = evaluation.files.length;
      return { file_count, bytes, kinds: Object.fromEntries([...kinds].toSorted()) };
    },
  };
}

async function contentOf(stream: Readable): Promise<{ length: number; sha256: string }> {
  const hash = createHash("sha256");
  let length = 0;
  for await (const chunk of stream) {
    length += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { length, sha256: hash.digest("hex") };
}

function cutShort({ name: file, bytes }: EvaluatedFile, length: number): Problem {
  return { reason: "analysis_file_cut", file, values: { length, bytes } };
}

function altered({ name: file }: EvaluatedFile): Problem {
  return { reason: "analysis_file_altered", file };
}
