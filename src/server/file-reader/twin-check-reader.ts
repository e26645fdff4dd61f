// Checks the files of a twin import while the user waits. Nothing is built or stored.
import type { ComponentType, Technology } from "../../domain/component/component.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTwinFiles } from "../twin-file/read-files.ts";
import type { KnownPlace } from "../twin-file/place.ts";
import { bufferOf } from "./buffer-of.ts";
import type { Reader } from "./reader.ts";

type Input = {
  readonly files: readonly {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly component_type: ComponentType | null;
  }[];
  readonly plant: {
    readonly name: string;
    readonly technology: Technology;
    readonly place: KnownPlace;
    /** What the user said of the properties of the files. */
    readonly mapping: FileMapping;
  };
  /** Component types that the plant has already. */
  readonly present: readonly ComponentType[];
};

export const reader: Reader<Input, null> = async ({ files, plant, present }) => {
  const sources = files.map(({ name, bytes, component_type }) =>
    bufferSource(name, bufferOf(bytes), component_type),
  );
  await readTwinFiles(sources, plant, new Set(present));
  return null;
};
