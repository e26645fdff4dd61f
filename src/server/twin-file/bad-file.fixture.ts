// A file that must be refused: one line per fault, with the reason and the place it must name.

export type BadFile = {
  readonly title: string;
  /** File name without the plant's name. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly reason: string;
  /** Part of the problem that must be there too. */
  readonly place?: Readonly<Record<string, unknown>>;
};

export function badText(
  title: string,
  content: string,
  reason: string,
  place?: BadFile["place"],
  name = "tracker.geojson",
): BadFile {
  return { title, name, bytes: Buffer.from(content), reason, ...(place && { place }) };
}
