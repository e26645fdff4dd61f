// How fast rasters and images are measured, and in how much memory.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Geometry } from "../../src/domain/component/component-index.ts";
import { evaluationSettings as settings } from "../../src/domain/evaluation/evaluation-settings.ts";
import { imageOf, outerCameras, plane } from "../../src/domain/evaluation/image-scene.fixture.ts";
import { surveyRaster } from "../../src/domain/evaluation/raster-survey.ts";
import {
  renderScene,
  sceneGeometry,
  type Scene,
} from "../../src/domain/evaluation/scene.fixture.ts";
import { rectangleRing } from "../../src/domain/geometry/rectangle.ts";
import { visitImages } from "../../src/server/file-reader/picture/image-part.ts";
import { openRaster } from "../../src/server/raster/open-raster.ts";
import { memorySource } from "../../src/server/raster/range-source.ts";
import { tiffOf } from "../../src/server/raster/tiff.fixture.ts";
import type { Report } from "./report.ts";

const run = promisify(execFile);

const nothing = () => Promise.resolve();

/**
 * Components per second in single images of 640 x 512 pixels, as the server measures a flight: each image is read for
 * its place, asked whether the flight lies beside, and read again to be measured.
 */
export async function imageSpeed(report: Report): Promise<void> {
  const files = new Map<string, Uint8Array>();
  const turns = 5;
  const images: Parameters<typeof visitImages>[1][number][] = [];
  for (const [at, camera] of outerCameras.entries()) {
    const { width, height, values } = await imageOf(camera, () => 0, at + 1);
    const value = (column: number, row: number) => values[row * width + column]!;
    const lies = { 33550: null, 33922: null, 34735: null };
    const file = tiffOf([{ width, height, sample: "float32", strip: 32, value, lies }]);
    for (let turn = 0; turn < turns; turn++) {
      const name = `${turn} ${at}.tif`;
      files.set(name, file);
      const about = { is_thermal: true, is_radiometric: true, is_exported: true };
      const taken = { taken_at: null, clock: null, drone_serial: null };
      images.push({ key: name, name, sha256: name, camera, ...about, ...taken });
    }
  }
  const store = {
    size: (key: string) => Promise.resolve(files.get(key)!.length),
    stream: (key: string, { start, end }: { start: number; end: number }) =>
      Promise.resolve([files.get(key)!.slice(start, end + 1)]),
  } as unknown as Parameters<typeof visitImages>[0];
  let components = 0;
  const began = performance.now();
  await visitImages(store, images, {
    geometry: sceneGeometry,
    plane,
    settings,
    scale: { unit: "celsius" },
    isShown: () => false,
    rows: {
      visitRaster: nothing,
      flight: null,
      visitImage: nothing,
      columns: () => ({}),
      findings: () => [],
    },
    visible: {} as Parameters<typeof visitImages>[2]["visible"],
    visit: () => {
      components += 1;
    },
  });
  const seconds = (performance.now() - began) / 1000;
  const each = Math.round(components / images.length);
  report({
    name: `${images.length} single images of 640 x 512 pixels, a flight: components measured`,
    unit: "per s",
    ours: components / seconds,
    baseline: "none",
    theirs: null,
    higher_is_better: true,
    note: `${(images.length / seconds).toFixed(1)} images per second, ${each} components each`,
  });
}

/** Pixels of the modules per second against gdal_rasterize, which only finds the pixels and measures nothing. */
export async function speed(report: Report): Promise<void> {
  const scene = renderScene(() => 0, { pixel: 0.02 });
  const { width, height } = scene.raster;
  const began = performance.now();
  await surveyRaster(scene.raster, sceneGeometry, scene.toPixel, settings, () => undefined);
  const ours = (width * height) / ((performance.now() - began) / 1000) / 1e6;
  report({
    name: `${((width * height) / 1e6).toFixed(1)} million pixels, ${sceneGeometry.count} modules: zonal statistics`,
    unit: "Mpx/s",
    ours,
    baseline: "gdal_rasterize of the outlines alone",
    theirs: await gdal(scene, width, height),
    higher_is_better: true,
  });
}

async function gdal(scene: Scene, width: number, height: number): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), "bench-evaluation-"));
  try {
    const features = Array.from({ length: sceneGeometry.count }, (_, row) => {
      const [x, y] = [sceneGeometry.centreX[row]!, sceneGeometry.centreY[row]!];
      const sides = { length: sceneGeometry.length[row]!, width: sceneGeometry.width[row]! };
      const ring = rectangleRing({
        centreX: x,
        centreY: y,
        ...sides,
        rotation: sceneGeometry.rotation[row]!,
      });
      const corners = [0, 2, 4, 6, 0].map((at) => {
        const [column, line] = scene.toPixel(ring[at]!, ring[at + 1]!);
        return [column, -line];
      });
      return {
        type: "Feature",
        properties: { id: row + 1 },
        geometry: { type: "Polygon", coordinates: [corners] },
      };
    });
    await writeFile(
      join(folder, "p.geojson"),
      JSON.stringify({ type: "FeatureCollection", features }),
    );
    const size = ["-te", "0", `${-height}`, `${width}`, "0", "-ts", `${width}`, `${height}`];
    const began = performance.now();
    await run("gdal_rasterize", [
      "-q",
      "-a",
      "id",
      "-ot",
      "UInt32",
      ...size,
      join(folder, "p.geojson"),
      join(folder, "m.tif"),
    ]);
    return (width * height) / ((performance.now() - began) / 1000) / 1e6;
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Groups of modules in both directions, modules of a group, metres between groups. */
const [groupsAcross, perGroup, apart] = [40, 25, 120];
const SIDE = 100_000;
const PIXEL_M = 0.05;

/** 40,000 modules spread over a sparse GeoTIFF of 10 gigapixels. */
export async function largeRaster(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-evaluation-"));
  try {
    const path = join(folder, "large.tif");
    const corners = ["300000", "7600000", "305000", "7595000"];
    const options = ["TILED=YES", "SPARSE_OK=TRUE", "BIGTIFF=YES"].flatMap((one) => ["-co", one]);
    const size = ["-bands", "1", "-ot", "Float32", "-outsize", `${SIDE}`, `${SIDE}`];
    const place = ["-a_srs", "EPSG:32719", "-a_ullr", ...corners];
    await run("gdal_create", ["-q", "-of", "GTiff", ...size, ...options, ...place, path]);
    const raster = await openRaster(memorySource(new Uint8Array(await readFile(path))));
    const geometry = spreadGeometry();
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let [most, measured] = [before, 0];
    const began = performance.now();
    const toPixel = (x: number, y: number) => [x / PIXEL_M, -y / PIXEL_M] as const;
    const pixels = await surveyRaster(raster, geometry, toPixel, settings, () => {
      measured += 1;
      if (measured % 100 === 0) most = Math.max(most, process.memoryUsage().rss);
    });
    const seconds = (performance.now() - began) / 1000;
    report({
      name: `${SIDE ** 2 / 1e9} gigapixels, ${measured} modules: memory in use above that before`,
      unit: "MB",
      ours: (most - before) / 1e6,
      baseline: "none",
      theirs: null,
      note: `${(pixels / 1e6).toFixed(0)} million pixels read in ${seconds.toFixed(1)} s`,
    });
  } catch (cause) {
    console.warn("not measured: the raster of 10 gigapixels needs gdal_create", cause);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function spreadGeometry(): Geometry {
  const count = groupsAcross ** 2 * perGroup;
  const floats = (of: (row: number) => number) =>
    Float32Array.from({ length: count }, (_, row) => of(row));
  const group = (row: number) => Math.floor(row / perGroup);
  return {
    ...sceneGeometry,
    count,
    parent: new Uint32Array(count),
    centreX: floats((row) => (group(row) % groupsAcross) * apart + 30 + (row % perGroup) * 1.1),
    centreY: floats((row) => -(Math.floor(group(row) / groupsAcross) * apart + 30)),
    length: floats(() => 2.2),
    width: floats(() => 1.05),
    rotation: floats(() => Math.PI / 2),
    height: floats(() => 0),
  };
}
