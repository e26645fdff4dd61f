// The features that readers of file formats produce, before coordinates are transformed and checked.
import type { Readable } from "node:stream";
import { failure, type Failure, type Problem } from "../../domain/error.ts";
import type { GeoFormat } from "../../domain/geometry/geo-file.ts";
import { SYSTEM, sheetsOf, type FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { HeadRule } from "../../domain/table/table.ts";
import type { ComponentType } from "../../domain/component/component.ts";

/** An uploaded file. It can be read several times and in ranges (both ends included). */
export type TwinSource = {
  readonly name: string;
  readonly bytes: number;
  /** Component type from the form; null if properties or the file name decide. */
  readonly component_type: ComponentType | null;
  /** A file beside it states its reference system. */
  readonly hasSystem?: boolean;
  /** What that file says. */
  readonly system?: string | undefined;
  /** What a user chose for coordinates that are no degrees and of which the file states no system, as "EPSG:32719". */
  readonly chosen_system?: string | undefined;
  /** Sheets that a user chose: a workbook is read from the first of them that it has. */
  readonly sheets?: readonly string[] | undefined;
  /** Tells the head of a table whose rows need no place, because they name what they are of. */
  readonly placeless?: HeadRule;
  open(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
};

/** A ring as x, y pairs in the file's own coordinates, closed or not. */
export type RawRing = readonly number[] | Float64Array;
/** One polygon; valid only until the sink returns. */
export type RawOutline = { readonly ring: RawRing; readonly holes: readonly RawRing[] };

/** The kind of a row without a place. */
export const NO_PLACE = "row";

export type RawFeature = {
  /** Position in the file, from 1. */
  readonly number: number;
  readonly line?: number;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Name of the geometry type in the file format, for error messages. */
  readonly kind: string;
  readonly outlines: readonly RawOutline[];
  /** Lines and points as x, y pairs, if the reader supports them; null for broken coordinates. */
  readonly lines?: readonly (readonly number[] | null)[];
  readonly points?: readonly (readonly number[] | null)[];
  /** Names of the folders or the layer that contain it, the outermost first. */
  readonly folders?: readonly string[];
};

/** Receives the features of a reader, in the order of the file. */
export type FeatureSink = {
  /** The coordinate reference system of the features that follow. A file with several layers names several. */
  crs(name: string): void;
  feature(feature: RawFeature): void;
  /** A feature that cannot be read at all. */
  refuse(problem: Problem): void;
  /**
   * What the file has beside its features and the reader does not read, such as a second geometry or another layer.
   * `count` among the values selects the plural of its words.
   */
  note?(note: Problem): void;
  /** A file inside the archive begins; lines and numbers of features are its own. */
  part?(fileName: string): void;
  /** Coordinates of a feature that are no degrees, and of which the file states no system. */
  unplaced?(x: number, y: number): void;
  /** The format of the file, or of the part that has begun. */
  format?(format: GeoFormat): void;
};

export type FeatureReader = (source: TwinSource, sink: FeatureSink) => Promise<void>;

const MOST_NAMES = 5;
const NAME_LETTERS = 60;

/** A note of parts of a file that are not read, with the first names of them. */
export function unreadNote(reason: string, names: readonly string[]): Problem {
  const named = names.slice(0, MOST_NAMES).map((name) => name.slice(0, NAME_LETTERS));
  const list = [...named, ...(names.length > MOST_NAMES ? ["…"] : [])].join(", ");
  return { reason, values: { count: names.length, names: list } };
}

/** Refuses the whole file. */
export function fileRefused(source: TwinSource, problem: Problem): Failure {
  return failure("FILE_REFUSED", { ...problem, file: source.name });
}

/** The first coordinates of a shape; none for one without. */
export const firstPlace = ({
  outlines,
  lines,
  points,
}: {
  readonly outlines: readonly RawOutline[];
  readonly lines: readonly (RawRing | null)[];
  readonly points: readonly (RawRing | null)[];
}): RawRing => outlines[0]?.ring ?? lines[0] ?? points[0] ?? [];

/** The file with what a user chose: the system of coordinates of which it states none, and the sheet of a workbook. */
export function withChoices(source: TwinSource, mapping: FileMapping): TwinSource {
  const { [SYSTEM]: chosen_system } = mapping;
  const sheets = sheetsOf(mapping);
  return {
    ...source,
    ...(chosen_system && { chosen_system }),
    ...(sheets.length > 0 && { sheets }),
  };
}

/**
 * Places the metres or feet of a file without a reference system in the one that a user chose.
 * @param isPlane the file says that they are no degrees
 * @throws FILE_REFUSED where no user chose one
 */
export function placeMetres(
  source: TwinSource,
  sink: Pick<FeatureSink, "crs" | "unplaced">,
  [x = 0, y = 0]: RawRing,
  isPlane = false,
): void {
  if (source.hasSystem || !(isPlane || Math.abs(x) > 180 || Math.abs(y) > 180)) return;
  sink.unplaced?.(x, y);
  if (source.chosen_system === undefined)
    throw fileRefused(source, { reason: "crs_missing", field: "crs" });
  sink.crs(source.chosen_system);
}
