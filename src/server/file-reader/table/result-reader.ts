// Reads a result for its task: the columns go into files, the images are said one by one.
import type { Twin } from "../../../domain/component/component-index.ts";
import type { ComponentType, Technology } from "../../../domain/component/component.ts";
import type { FileMapping } from "../../../domain/file-preview/file-mapping.ts";
import { failure, type Problem } from "../../../domain/error.ts";
import {
  emptyResultRefusal,
  type CollectedResult,
} from "../../../domain/result-file/result-collector.ts";
import { openImagesZip } from "../../result-file/images-zip.ts";
import { assignImages, kindOf, readImage, type Sidecar } from "../../result-file/read-images.ts";
import { readResultValues } from "../../result-file/read-values.ts";
import { componentsOfTwin } from "../../store/plant/twin-components.ts";
import { writeColumnFile } from "./column-file.ts";
import type { Reader } from "../reader.ts";
import { storeOf, type StoreAccess } from "../store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly twin: Twin;
  readonly technology: Technology;
  /** An object in the store. */
  readonly values: { readonly key: string; readonly name: string; readonly bytes: number } | null;
  readonly sheet?: string | undefined;
  readonly mapping?: FileMapping | undefined;
  /** A file on the disk. */
  readonly images: { readonly path: string; readonly name: string } | null;
  readonly delete_before: boolean;
  /** Folder for the columns. */
  readonly folder: string;
  /** Key figures that the analysis has a column of and keeps. */
  readonly known: readonly number[];
};

/** An image with the components that it shows. */
export type SaidImage = Sidecar & {
  readonly file_name: string;
  readonly kind: "thermal" | "rgb";
  readonly bytes: Uint8Array;
  readonly components: readonly {
    readonly component_type: ComponentType;
    readonly dt_id: string;
  }[];
};
type Said =
  | { readonly part: "values" | "images"; readonly done: number }
  | { readonly part: "image"; readonly image: SaidImage; readonly done: number };

type Result = {
  readonly columns: readonly Awaited<ReturnType<typeof writeColumnFile>>[];
  readonly value_count: number;
  readonly empty_count: number;
  readonly warnings: readonly Problem[];
};

const noResult: CollectedResult = {
  columns: new Map(),
  images: [],
  value_count: 0,
  empty_count: 0,
  erased_count: 0,
  warnings: [],
};

export const reader: Reader<Input, Result, Said> = async (input, say) => {
  const { values, images, technology, delete_before, folder } = input;
  const store = await storeOf(input.store);
  const directory = await (await componentsOfTwin(store, input.twin)).directory();
  let result = noResult;
  if (values) {
    let percent = 0;
    const report = (read: number) => {
      const done = read / Math.max(values.bytes, 1);
      if (Math.floor(done * 100) <= percent) return;
      percent = Math.floor(done * 100);
      return say({ part: "values", done });
    };
    await say({ part: "values", done: 0 });
    const stream = await store.stream(values.key);
    result = await readResultValues(stream, values.name, directory, technology, report, input);
    const refusal = emptyResultRefusal(result, { delete_before, has_images: images !== null });
    if (refusal) throw failure("FILE_REFUSED", { ...refusal, file: values.name });
  }
  if (images) await sayImages(images);
  else assignImages([], result.images, directory, "images");
  const known = new Set(input.known);
  const columns = [];
  for (const column of result.columns.values()) {
    columns.push(await writeColumnFile(folder, column, known));
  }
  const { value_count, empty_count, warnings } = result;
  return { columns, value_count, empty_count, warnings };

  /** All images are checked before the first is said. */
  async function sayImages({ path, name }: NonNullable<Input["images"]>): Promise<void> {
    await say({ part: "images", done: 0 });
    const { zip, images: found } = await openImagesZip(path, name);
    try {
      const assigned = assignImages(found, result.images, directory, name);
      for (const { image } of assigned) await readImage(zip, image, name);
      for (const [i, { image, components }] of assigned.entries()) {
        const { bytes, sidecar } = await readImage(zip, image, name);
        const shown = components.map(({ type, row }) => {
          const level = directory.levels.find((one) => one.type === type);
          return { component_type: type, dt_id: level?.names.dtId(row) ?? "" };
        });
        const kind = kindOf(image.name, sidecar);
        const said = { ...sidecar, kind, bytes, file_name: image.name, components: shown };
        await say({ part: "image", image: said, done: (i + 1) / assigned.length });
      }
    } finally {
      zip.close();
    }
  }
};
