// Writes a twin as FlatGeobuf 3, feature by feature and without an index, so that it can be streamed.
import { generic, type HeaderMeta } from "flatgeobuf";
import { magicbytes } from "flatgeobuf/lib/mjs/constants.js";
import { buildFeature } from "flatgeobuf/lib/mjs/generic/feature.js";
import { buildHeader, mapColumn } from "flatgeobuf/lib/mjs/generic/featurecollection.js";
import type { TwinComponent } from "./component-row.ts";

const sample: Omit<TwinComponent, "ring"> = {
  component_type: "module",
  dt_id: "",
  pcs: "",
  parent: "",
  height: 0,
};

export async function* flatGeobufFile(
  count: number,
  components: AsyncIterable<TwinComponent>,
): AsyncGenerator<Buffer> {
  const header: HeaderMeta = {
    geometryType: generic.GeometryType.Polygon,
    columns: Object.keys(sample).map((name) => mapColumn(sample, name)),
    envelope: null,
    featuresCount: count,
    indexNodeSize: 0,
    crs: null,
    title: null,
    description: null,
    metadata: null,
  };
  yield Buffer.concat([magicbytes, buildHeader(header, 4326)]);
  for await (const { ring, ...properties } of components) {
    const xy = ring.flat();
    const geometry = { xy, ends: [ring.length], type: generic.GeometryType.Polygon };
    yield Buffer.from(buildFeature(geometry as never, properties, header));
  }
}
