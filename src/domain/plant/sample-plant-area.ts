// A small file of plant outlines. Users download it to see what their own files need.

type Sample = {
  readonly name: string;
  readonly capacity_mw: number;
  /** South-west corner in degrees, and size in degrees. */
  readonly box: readonly [lon: number, lat: number, width: number, height: number];
};

const plants: readonly Sample[] = [
  { name: "Sample plant north", capacity_mw: 3, box: [-70.115, -18.884, 0.004, 0.003] },
  { name: "Sample plant south", capacity_mw: 2, box: [-70.114, -18.892, 0.003, 0.003] },
];

/** GeoJSON with the outlines of two plants in northern Chile. */
export function samplePlantAreas(): string {
  const features = plants.map(({ name, capacity_mw, box: [lon, lat, width, height] }) => {
    const at = (dx: number, dy: number) => [
      Math.round((lon + dx * width) * 1e6) / 1e6,
      Math.round((lat + dy * height) * 1e6) / 1e6,
    ];
    const ring = [at(0, 0), at(1, 0), at(1, 1), at(0, 1), at(0, 0)];
    const geometry = { type: "Polygon", coordinates: [ring] };
    return JSON.stringify({ type: "Feature", properties: { name, capacity_mw }, geometry });
  });
  return `{"type":"FeatureCollection","features":[\n${features.join(",\n")}\n]}\n`;
}
