// Checks a result file and the directory of its images while the user waits. Nothing is stored.
import { createReadStream } from "node:fs";
import type { Twin } from "../../../domain/component/component-index.ts";
import type { Technology } from "../../../domain/component/component.ts";
import type { FileMapping } from "../../../domain/file-preview/file-mapping.ts";
import { failure } from "../../../domain/error.ts";
import {
  emptyResultRefusal,
  type CollectedResult,
} from "../../../domain/result-file/result-collector.ts";
import { openImagesZip } from "../../result-file/images-zip.ts";
import { assignImages } from "../../result-file/read-images.ts";
import { readResultValues } from "../../result-file/read-values.ts";
import { componentsOfTwin } from "../../store/plant/twin-components.ts";
import type { Reader } from "../reader.ts";
import { storeOf, type StoreAccess } from "../store-access.ts";

/** A file on the disk. */
type SentFile = { readonly path: string; readonly name: string };
type Input = {
  readonly store: StoreAccess;
  readonly twin: Twin;
  readonly technology: Technology;
  /** `isChecked` false leaves the values to the task. */
  readonly values: (SentFile & { readonly isChecked: boolean }) | null;
  readonly images: SentFile | null;
  readonly sheet?: string | undefined;
  readonly mapping?: FileMapping | undefined;
  readonly delete_before: boolean;
};

export const reader: Reader<Input, null> = async (input) => {
  const { values, images, technology, delete_before } = input;
  const components = await componentsOfTwin(await storeOf(input.store), input.twin);
  const directory = await components.directory();
  let result: CollectedResult | null = null;
  if (values?.isChecked) {
    const stream = createReadStream(values.path);
    const { name } = values;
    const read = () => undefined;
    result = await readResultValues(stream, name, directory, technology, read, input);
    const refusal = emptyResultRefusal(result, { delete_before, has_images: images !== null });
    if (refusal) throw failure("FILE_REFUSED", { ...refusal, file: values.name });
  }
  if (!images) {
    if (result) assignImages([], result.images, directory, values?.name ?? "");
    return null;
  }
  const { zip, images: found } = await openImagesZip(images.path, images.name);
  zip.close();
  // Without the values the names of the images are unknown, so the task assigns them.
  if (result || !values) assignImages(found, result?.images ?? [], directory, images.name);
  return null;
};
