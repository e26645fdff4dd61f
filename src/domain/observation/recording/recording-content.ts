/** What the bytes of a recording say. */
export type RecordingContent = {
  readonly has_video: boolean;
  /** Seconds; null where the bytes do not say. */
  readonly duration_s: number | null;
  /** Where it was recorded, degrees, EPSG:4326; null where the bytes do not say. */
  readonly lon: number | null;
  readonly lat: number | null;
};
