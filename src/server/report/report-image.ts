// The pictures of findings: the thermal and the visible one of a component, where the survey has them.
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import type { Picture } from "./pdf-kit.ts";
import type { ReportData } from "./report-data.ts";
import type { ReportImage } from "./report-input.ts";
import type { ReportWords } from "./report-words.ts";

export type ReportImages = {
  readonly has: (at: ComponentRow) => boolean;
  readonly all: (at: ComponentRow) => readonly ReportImage[];
  /** The first of each kind that can be read. */
  readonly picturesOf: (at: ComponentRow) => Promise<Picture[]>;
};

type About = {
  readonly store: ObjectStore;
  readonly images: readonly ReportImage[];
  readonly data: ReportData;
  readonly words: ReportWords;
};

export function imagesOf({ store, images, data, words: { t } }: About): ReportImages {
  const known = Map.groupBy(images, ({ dt_id }) => dt_id);
  const all = ({ component_type, row }: ComponentRow) =>
    known.get(data.level(component_type)?.names.dtId(row) ?? "") ?? [];
  return {
    has: (at) => all(at).length > 0,
    all,
    async picturesOf(at) {
      const found: Picture[] = [];
      for (const kind of ["thermal", "rgb"] as const) {
        const one = all(at).find((image) => image.kind === kind);
        const bytes = one && (await store.read(one.thumb).catch(() => null));
        if (!one || !bytes) continue;
        const alt = `${t(`image.${kind}`)}: ${data.name(at)}, ${one.file_name}`;
        found.push({ bytes: Buffer.from(bytes), alt });
      }
      return found;
    },
  };
}
