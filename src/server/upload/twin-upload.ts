// Receives the files of a twin import. Small ones are checked at once, then all are staged for the job.
import {
  componentTypeIds,
  type ComponentType,
  type Technology,
} from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { limits } from "../../domain/limits.ts";
import { twinFileRefusal } from "../../domain/twin/twin-file-name.ts";
import { importModeOf, importModes, type ImportMode } from "../../domain/twin/twin-mode.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readerFor } from "../geo-file/reader-for.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { stagingFolder } from "../store/plant/twin-staging.ts";
import { mappingOfField } from "./file-mapping.ts";
import { receiveParts, type UploadedFile } from "./receive-parts.ts";

/** Files up to this total size are checked before the answer, see decisions/twin-files.md. */
const CHECKED_AT_ONCE_BYTES = 20 * 1024 ** 2;
const MAX_FILES = 40;

export type StagedFile = {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly component_type: ComponentType | null;
};
export type TwinUpload = {
  readonly mode: ImportMode | undefined;
  readonly preview: boolean;
  readonly twin_version: number | undefined;
  readonly confirm_place: boolean;
  /** Task of a preview, whose files are taken. */
  readonly preview_task: number | undefined;
  /** What the user said of the properties of the files; undefined where nothing. */
  readonly mapping: FileMapping | undefined;
  readonly files: readonly StagedFile[];
};

type Plant = {
  readonly name: string;
  readonly technology: Technology;
  /** Places that its components may be near. */
  readonly near: readonly LonLat[];
};
type BufferedFile = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly component_type: ComponentType | null;
};

/**
 * Reads the parts and stages the files in the object store.
 * @param present component types that the plant has already
 * @throws FILE_REFUSED, BAD_REQUEST or TOO_LARGE; nothing is stored then
 */
export async function receiveTwinFiles(
  { files, readers, viewer }: Context,
  { near, ...plant }: Plant,
  present: ReadonlySet<ComponentType>,
  parts: AsyncIterable<Part>,
): Promise<TwinUpload> {
  const folder = stagingFolder(new Date());
  const staged: StagedFile[] = [];
  const buffered: BufferedFile[] = [];
  let mode: TwinUpload["mode"];
  let preview = false;
  let confirm_place = false;
  let confirm_name = false;
  const numbers: { twin_version?: number; preview_task?: number } = {};
  let mapping: FileMapping | undefined;
  let component_type: ComponentType | null = null;
  let bufferedBytes = 0;
  const keyFor = () => `${folder}/${staged.length}`;

  const onField = (name: string, value: string) => {
    if (name === "mode") {
      const found = importModeOf(value);
      if (found === null) {
        const values = { offered: importModes.join(", ") };
        throw failure("BAD_REQUEST", { reason: "field_not_offered", field: "mode", values });
      }
      mode = found;
    } else if (name === "mapping") {
      mapping = mappingOfField("twin", value);
    } else if (name === "preview" || name === "confirm_place" || name === "confirm_name") {
      if (!["", "0", "1"].includes(value)) {
        const values = { offered: "0, 1" };
        throw failure("BAD_REQUEST", { reason: "field_not_offered", field: name, values });
      }
      if (name === "preview") preview = value === "1";
      else if (name === "confirm_name") confirm_name = value === "1";
      else confirm_place = value === "1";
    } else if ((name === "twin_version" || name === "preview_task") && value !== "") {
      if (!/^\d{1,9}$/.test(value)) {
        throw failure("BAD_REQUEST", { reason: "field_invalid", field: name });
      }
      numbers[name] = Number(value);
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

  const onFile = async (file: UploadedFile) => {
    const name = file.file_name;
    const refusal = twinFileRefusal(name, confirm_name ? null : plant.name);
    if (refusal !== null) throw failure("FILE_REFUSED", { ...refusal, file: name });
    if (buffered.length + staged.length >= MAX_FILES) {
      throw failure("BAD_REQUEST", { reason: "twin_too_many_files", values: { most: MAX_FILES } });
    }
    const type = component_type;
    component_type = null;
    const { head, isWhole } = await file.peek(CHECKED_AT_ONCE_BYTES - bufferedBytes + 1);
    readerFor(bufferSource(name, head, type), head.subarray(0, 512));
    if (isWhole) {
      bufferedBytes += head.length;
      buffered.push({ name, bytes: head, component_type: type });
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
    onField,
    onFile,
  };

  return receiveParts(files, parts, form, async (put) => {
    const { twin_version, preview_task } = numbers;
    const isEmpty = buffered.length + staged.length === 0;
    if (isEmpty && preview_task === undefined)
      throw failure("BAD_REQUEST", { reason: "twin_no_file" });
    if (!isEmpty && preview_task !== undefined)
      throw failure("BAD_REQUEST", { reason: "field_invalid", field: "preview_task" });
    if (buffered.length > 0) {
      await readers.now("twin_check", {
        input: {
          files: buffered,
          plant: {
            ...plant,
            place: { near, confirmed: confirm_place },
            mapping: mapping ?? {},
          },
          present: [...present],
        },
        file: buffered.map((file) => file.name).join(", "),
        bytes: bufferedBytes,
        owner: viewer.account_id,
      });
    }
    for (const { name, bytes, component_type: type } of buffered) {
      const key = keyFor();
      staged.push({ key, name, bytes: bytes.length, component_type: type });
      await put(key, bytes);
    }
    return { mode, preview, twin_version, confirm_place, preview_task, mapping, files: staged };
  });
}
