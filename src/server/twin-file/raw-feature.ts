// What a file format gives to the collector, before coordinates are transformed or judged.
import type { Readable } from "node:stream";
import { failure, type Failure, type Problem } from "../../domain/error.ts";
import type { ComponentType } from "../../domain/component/component.ts";

/** A file as it was sent; it may be read more than once and in ranges (both ends included). */
export type TwinSource = {
  readonly name: string;
  readonly bytes: number;
  /** As the sender says; null where property or file name must tell. */
  readonly component_type: ComponentType | null;
  open(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
};

/** A ring as x, y pairs in the file's own coordinates, closed or not. */
export type RawRing = readonly number[] | Float64Array;
/** One polygon; valid only until the sink returns. */
export type RawOutline = { readonly ring: RawRing; readonly holes: readonly RawRing[] };

export type RawFeature = {
  /** Place in the file, from 1. */
  readonly number: number;
  readonly line?: number;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Name of the geometry in the file's format, for the message that it is no area. */
  readonly kind: string;
  readonly outlines: readonly RawOutline[];
  /** Lines and points as x, y pairs, where the reader tells them; null where coordinates are broken. */
  readonly lines?: readonly (readonly number[] | null)[];
  readonly points?: readonly (readonly number[] | null)[];
};

/** Takes what a reader finds, in the order of the file. */
export type FeatureSink = {
  /** The coordinate reference system the file declares; before the first feature. */
  crs(name: string): void;
  feature(feature: RawFeature): void;
  /** A feature that cannot be read at all. */
  refuse(problem: Problem): void;
};

export type FeatureReader = (source: TwinSource, sink: FeatureSink) => Promise<void>;

/** Refuses the whole file. */
export function fileRefused(source: TwinSource, problem: Problem): Failure {
  return failure("FILE_REFUSED", { ...problem, file: source.name });
}
