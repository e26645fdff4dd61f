// GeoJSON that is well formed and yet no component.
import type { BadFile } from "./bad-file.fixture.ts";
import {
  badJson,
  collection,
  feature,
  good,
  polygon,
  ring,
  sound,
} from "./geojson-shape.fixture.ts";

const bad = (title: string, geometry: unknown, reason: string) =>
  badJson(title, collection([geometry]), reason, { feature: 1 });

export const badGeoJsonFeatures: readonly BadFile[] = [
  bad(
    "a feature of the wrong type",
    { type: "feature", geometry: polygon(sound) },
    "geojson_no_feature",
  ),
  bad("a geometry instead of a feature", polygon(sound), "geojson_no_feature"),
  bad("a feature without geometry", { type: "Feature", properties: {} }, "geojson_no_geometry"),
  bad("a geometry null", feature(null), "geojson_no_geometry"),
  bad("a geometry that is a list", feature([sound]), "geojson_no_geometry"),
  bad(
    "a geometry of unknown type",
    feature({ type: "Circle", coordinates: [1, 1] }),
    "geojson_geometry_type",
  ),
  bad("a point", feature({ type: "Point", coordinates: [1, 1] }), "twin_not_an_area"),
  bad("a line", feature({ type: "LineString", coordinates: sound }), "twin_not_an_area"),
  bad("an empty polygon", feature(polygon()), "geojson_coordinates"),
  bad("an empty ring", feature(polygon([])), "twin_ring_short"),
  bad("a polygon without coordinates", feature({ type: "Polygon" }), "geojson_coordinates"),
  bad(
    "coordinates that are words",
    feature(polygon(ring(["a", "b"], ["c", "d"], ["e", "f"]))),
    "geojson_coordinates",
  ),
  bad(
    "coordinates that are null",
    feature(polygon(ring([null, null], [1, 1], [2, 2]))),
    "geojson_coordinates",
  ),
  bad("positions of one number", feature(polygon(ring([1], [2], [3], [1]))), "geojson_coordinates"),
  bad("a ring too deep", feature(polygon([sound])), "geojson_coordinates"),
  bad("a ring too flat", feature({ type: "Polygon", coordinates: sound }), "geojson_coordinates"),
  bad(
    "a point called a multipolygon",
    feature({ type: "MultiPolygon", coordinates: [1, 2] }),
    "geojson_coordinates",
  ),
  bad("two vertices", feature(polygon(ring([0, 0], [1, 1], [0, 0]))), "twin_ring_short"),
  bad(
    "one vertex four times",
    feature(polygon(ring([1, 1], [1, 1], [1, 1], [1, 1]))),
    "twin_ring_short",
  ),
  bad(
    "vertices on one line",
    feature(polygon(ring([0, 0], [1, 1], [2, 2], [0, 0]))),
    "twin_ring_without_area",
  ),
  bad(
    "a bow tie",
    feature(polygon(ring([0, 0], [1e-3, 1e-3], [1e-3, 0], [0, 1e-3], [0, 0]))),
    "twin_ring_crosses_itself",
  ),
  bad(
    "a spike that touches",
    feature(polygon(ring([0, 0], [2, 0], [2, 2], [1, 0], [0, 2], [0, 0]))),
    "twin_ring_crosses_itself",
  ),
  bad(
    "a longitude of 181",
    feature(polygon(ring([181, 1], [181, 2], [180.5, 2], [181, 1]))),
    "twin_coordinate_out_of_range",
  ),
  bad(
    "a pole",
    feature(polygon(ring([1, 89], [2, 89], [2, 89.5], [1, 89]))),
    "twin_coordinates_swapped",
  ),
  bad(
    "latitude first",
    feature(polygon(ring([-23, 133], [-23, 133.1], [-23.1, 133.1], [-23, 133]))),
    "twin_coordinates_swapped",
  ),
  bad(
    "a longitude of 380 degrees",
    feature(polygon(ring([380, -18], [380.1, -18], [380.1, -18.1], [380, -18]))),
    "twin_coordinate_out_of_range",
  ),
  bad(
    "a name of a thousand characters",
    feature(polygon(sound), { name: "x".repeat(1000) }),
    "twin_name_too_long",
  ),
  bad(
    "an identity of a thousand characters",
    feature(polygon(sound), { dt_id: "x".repeat(1000) }),
    "twin_name_too_long",
  ),
  bad(
    "a name with a control character",
    feature(polygon(sound), { name: "a\u0007b" }),
    "twin_name_with_control",
  ),
  bad(
    "an unknown component type",
    feature(polygon(sound), { component_type: "battery" }),
    "twin_type_unknown_value",
  ),
  bad(
    "a component of a trough",
    feature(polygon(sound), { component_type: "mirror" }),
    "twin_type_of_other_technology",
  ),
  badJson(
    "one identity twice",
    collection([feature(polygon(sound), { dt_id: "a" }), feature(polygon(sound), { dt_id: "a" })]),
    "twin_dt_id_twice",
    { feature: 2, field: "dt_id" },
  ),
  badJson(
    "components a continent apart",
    collection([good, feature(polygon(sound.map(([x, y]) => [Number(x) + 20, y])))]),
    "twin_too_wide",
  ),
  {
    ...badJson("a name that tells no type", collection([good]), "twin_type_unknown"),
    name: "file.geojson",
  },
  badJson(
    "a hundred empty collections",
    { type: "GeometryCollection", geometries: [] },
    "twin_not_an_area",
    { field: "geometry" },
  ),
];
