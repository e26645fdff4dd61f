// Takes the files of a twin import: judged as far as that is quick, then laid aside for the job.
import {
  componentTypeIds,
  type ComponentType,
  type Technology,
} from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { twinFileRefusal } from "../../domain/twin/twin-file-name.ts";
import { bufferSource } from "../twin-file/buffer-source.ts";
import type { TwinSource } from "../twin-file/raw-feature.ts";
import { readerFor, readTwinFiles } from "../twin-file/read-files.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";
import { stagingFolder } from "../store/plant/twin-staging.ts";

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

/** The whole file where it is no longer than `most`, else its beginning and the way to the rest. */
async function readUpTo(stream: AsyncIterable<Buffer>, most: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  const rest = stream[Symbol.asyncIterator]();
  while (size <= most) {
    const next = await rest.next();
    if (next.done) return { head: Buffer.concat(chunks), rest: null };
    chunks.push(next.value);
    size += next.value.length;
  }
  return { head: Buffer.concat(chunks), rest };
}

/** The bytes read and those to come, counted. */
function counted(head: Buffer, rest: AsyncIterator<Buffer>) {
  const seen = { bytes: 0 };
  async function* bytes() {
    seen.bytes = head.length;
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      seen.bytes += next.value.length;
      yield next.value;
    }
  }
  return { seen, bytes: bytes() };
}

/**
 * Reads the parts and lays the files aside in the object store.
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

  const takeFile = async (part: Extract<Part, { kind: "file" }>) => {
    const name = part.file_name;
    const refusal = twinFileRefusal(name, plant.name);
    if (refusal !== null) throw failure("FILE_REFUSED", { ...refusal, file: name });
    if (held.length + staged.length >= MOST_FILES) {
      throw failure("BAD_REQUEST", { reason: "twin_too_many_files", values: { most: MOST_FILES } });
    }
    const type = component_type;
    component_type = null;
    const { head, rest } = await readUpTo(part.stream, READ_AT_ONCE_BYTES - heldBytes);
    const source: TwinSource = bufferSource(name, head, type);
    readerFor(source, head.subarray(0, 512));
    if (rest === null) {
      heldBytes += head.length;
      held.push({ name, bytes: head, component_type: type });
      return;
    }
    const key = keyFor();
    const { seen, bytes } = counted(head, rest);
    staged.push({ key, name, bytes: 0, component_type: type });
    await files.put(key, bytes);
    staged[staged.length - 1] = { key, name, bytes: seen.bytes, component_type: type };
  };

  try {
    for await (const part of parts) {
      if (part.kind === "field") takeField(part.name, part.value);
      else await takeFile(part);
    }
    if (held.length + staged.length === 0) throw failure("BAD_REQUEST", { reason: "twin_no_file" });
    if (held.length > 0) {
      const sources = held.map((file) => bufferSource(file.name, file.bytes, file.component_type));
      await readTwinFiles(sources, plant, present);
    }
    for (const { name, bytes, component_type: type } of held) {
      const key = keyFor();
      staged.push({ key, name, bytes: bytes.length, component_type: type });
      await files.put(key, bytes);
    }
    return { mode, files: staged };
  } catch (error) {
    for (const { key } of staged) await files.remove(key);
    throw isTooLarge(error)
      ? failure("TOO_LARGE", {
          reason: "file_too_large",
          values: { most: limits.twinFileBytes / 1024 ** 3 },
        })
      : error;
  }
}

/** What the multipart reader throws where a file passes the endpoint's limit. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "FST_REQ_FILE_TOO_LARGE";
}
