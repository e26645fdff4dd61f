// Receives the files of a twin import: judged as far as that is quick, then staged for the job.
import {
  componentTypeIds,
  type ComponentType,
  type Technology,
} from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { twinFileRefusal } from "../../domain/twin/twin-file-name.ts";
import { bufferSource } from "../twin-file/buffer-source.ts";
import { readerFor, readTwinFiles } from "../twin-file/read-files.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";
import { stagingFolder } from "../store/plant/twin-staging.ts";
import { receiveParts, type SentFile } from "./receive-parts.ts";

/** Files up to this size together are read through before the answer, see decisions/twin-files.md. */
const READ_AT_ONCE_BYTES = 20 * 1024 ** 2;
const MOST_FILES = 40;

export type StagedFile = {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly component_type: ComponentType | null;
};
export type TwinUpload = {
  readonly mode: "create" | "update" | undefined;
  readonly files: StagedFile[];
};

type Plant = { readonly name: string; readonly technology: Technology };
type Held = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly component_type: ComponentType | null;
};

/**
 * Reads the parts and stages the files in the object store.
 * Throws FILE_REFUSED, BAD_REQUEST or TOO_LARGE, and leaves nothing behind then.
 * @param present component types the plant has already
 */
export async function receiveTwinFiles(
  files: Services["files"],
  plant: Plant,
  present: ReadonlySet<ComponentType>,
  parts: AsyncIterable<Part>,
): Promise<TwinUpload> {
  const folder = stagingFolder(new Date());
  const staged: StagedFile[] = [];
  const held: Held[] = [];
  let mode: TwinUpload["mode"];
  let component_type: ComponentType | null = null;
  let heldBytes = 0;
  const keyFor = () => `${folder}/${staged.length}`;

  const takeField = (name: string, value: string) => {
    if (name === "mode") {
      if (value !== "create" && value !== "update") {
        const values = { offered: "create, update" };
        throw failure("BAD_REQUEST", { reason: "field_not_offered", field: "mode", values });
      }
      mode = value;
    } else if (name === "component_type" && value !== "") {
      component_type = componentTypeIds.find((type) => type === value) ?? null;
      if (component_type !== null) return;
      const values = { offered: componentTypeIds.join(", ") };
      throw failure("BAD_REQUEST", {
        reason: "field_not_offered",
        field: "component_type",
        values,
      });
    }
  };

  const takeFile = async (file: SentFile) => {
    const name = file.file_name;
    const refusal = twinFileRefusal(name, plant.name);
    if (refusal !== null) throw failure("FILE_REFUSED", { ...refusal, file: name });
    if (held.length + staged.length >= MOST_FILES) {
      throw failure("BAD_REQUEST", { reason: "twin_too_many_files", values: { most: MOST_FILES } });
    }
    const type = component_type;
    component_type = null;
    const { head, isWhole } = await file.peek(READ_AT_ONCE_BYTES - heldBytes + 1);
    readerFor(bufferSource(name, head, type), head.subarray(0, 512));
    if (isWhole) {
      heldBytes += head.length;
      held.push({ name, bytes: head, component_type: type });
      return;
    }
    const key = keyFor();
    staged.push({ key, name, bytes: await file.store(key), component_type: type });
  };
  const form = {
    tooLarge: {
      reason: "file_too_large",
      values: { most: limits.twinFileBytes / 1024 ** 3 },
    },
    takeField,
    takeFile,
  };

  return receiveParts(files, parts, form, async (put) => {
    if (held.length + staged.length === 0) throw failure("BAD_REQUEST", { reason: "twin_no_file" });
    if (held.length > 0) {
      const sources = held.map((file) => bufferSource(file.name, file.bytes, file.component_type));
      await readTwinFiles(sources, plant, present);
    }
    for (const { name, bytes, component_type: type } of held) {
      const key = keyFor();
      staged.push({ key, name, bytes: bytes.length, component_type: type });
      await put(key, bytes);
    }
    return { mode, files: staged };
  });
}
