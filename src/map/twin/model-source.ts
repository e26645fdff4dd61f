// Where Cesium gets the files of 3D models: from the server by way of the state, and from nowhere else.
import type { PlantModel } from "../../domain/model/plant-model.ts";
import { readModelFile } from "../../state/map/plant-model.ts";
import { takeRequests } from "./cesium-private.ts";

/** Addresses of models; nothing is asked there. */
const BASE = "https://model.invalid/";
const sources = new Map<string, (path: string) => Promise<Blob>>();

const GLB = "model.glb";
/** A .glb as the only tile of a tileset; the sphere is large enough for any object in a plant. */
const around = JSON.stringify({
  asset: { version: "1.1" },
  geometricError: 1e6,
  root: {
    boundingVolume: { sphere: [0, 0, 0, 20_000] },
    geometricError: 0,
    refine: "REPLACE",
    content: { uri: GLB },
  },
});

/** The address of a model's tileset. */
export function addressOfModel(model: PlantModel): string {
  const { id, kind, root } = model;
  takeRequests(answer);
  sources.set(String(id), async (path) => {
    if (kind === "tileset") return readModelFile(model, path);
    return path === GLB ? readModelFile(model, null) : new Blob([around]);
  });
  const path = kind === "tileset" ? root : "tileset.json";
  return `${BASE}${id}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Cesium asks for all that it loads here. An address of another host, which no checked model has, gets nothing. */
async function answer(url: string, type: string | undefined): Promise<unknown> {
  const [id = "", ...path] = url.startsWith(BASE)
    ? url
        .slice(BASE.length)
        .replace(/[?#].*$/s, "")
        .split("/")
    : [];
  const source = sources.get(id);
  if (!source) throw new Error(`no file of a model: ${url}`);
  const blob = await source(path.map(decodeURIComponent).join("/"));
  if (type === "blob") return blob;
  if (type === "arraybuffer") return blob.arrayBuffer();
  return type === "json" ? JSON.parse(await blob.text()) : blob.text();
}
