// The least that any page must do for the same picture: open the same database, read the same answers, decode them
// in the same workers, and draw all components in one frame with plain WebGL. No app, no map, no panels.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";

const assets = join(import.meta.dirname, "../../../dist/assets");

const workerFile = (name: string): string => {
  const file = readdirSync(assets).find((one) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(one));
  if (file === undefined) throw new Error(`no worker ${name} in the build`);
  return `/assets/${file}`;
};

/** Opens the page below the origin of `url` without a network. Resolves with the milliseconds until its frame is drawn. */
export async function openBarePage(page: Page, url: string): Promise<number> {
  const address = new URL("/bare-page.html", url).href;
  const body = `<!doctype html><title>bare</title><canvas width="1280" height="800"></canvas>`;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body }));
  const began = performance.now();
  await page.goto(address);
  await page.evaluate(draw, { data: workerFile("plant-data"), mesh: workerFile("mesh") });
  return performance.now() - began;
}

/** Runs in the page. */
async function draw(files: { data: string; mesh: string }): Promise<void> {
  const answered = <Value>(asked: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      asked.addEventListener("success", () => resolve(asked.result));
      asked.addEventListener("error", () => reject(new Error("storage")));
    });
  const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
  const name = names.find((one) => /^offline-\d+-\d+-\w+$/.test(one)) ?? "";
  const database = await answered(indexedDB.open(name));
  const table = database.transaction("answers").objectStore("answers");
  const addresses = (await answered(table.getAllKeys())).map(String);
  const read = async (address: string): Promise<ArrayBuffer> =>
    ((await answered(table.get(address))) as { body: ArrayBuffer }).body;
  const json = async (address: string) => JSON.parse(new TextDecoder().decode(await read(address)));
  const twinAddress = addresses.find((one) => one.endsWith("/field-geometry")) ?? "";
  const { levels } = (await json(twinAddress)) as {
    levels: { component_type: string; geometry: string; names: string }[];
  };
  const column = addresses.find((one) => /\/column\/[0-9a-f]{64}$/.test(one)) ?? "";
  const object = (hash: string) => read(`${twinAddress}/object/${hash}`);
  const read_levels = await Promise.all(
    levels.map(async (level) => ({
      type: level.component_type,
      geometry: await object(level.geometry),
      names: await object(level.names),
    })),
  );
  const values = await read(column);

  const worker = (file: string) => new Worker(file, { type: "module" });
  const ask = <Answer>(of: Worker, message: { id: number }) =>
    new Promise<Answer>((resolve) => {
      of.addEventListener("message", ({ data }) => {
        if (data.id === message.id) resolve(data);
      });
      of.postMessage(message);
    });
  const [data, mesh] = [worker(files.data), worker(files.mesh)];
  const canvas = document.querySelector("canvas");
  const gl = canvas?.getContext("webgl2");
  if (!gl) throw new Error("no WebGL");
  const program = gl.createProgram();
  const shaders = [
    "#version 300 es\nin vec2 place; uniform vec4 box; void main() { gl_Position = vec4((place - box.xy) / box.zw, 0., 1.); }",
    "#version 300 es\nprecision mediump float; out vec4 colour; void main() { colour = vec4(.2, .5, .9, 1.); }",
  ];
  for (const [at, source] of shaders.entries()) {
    const shader = gl.createShader(at === 0 ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  type Built = { mesh: { count: number; positions: Float32Array; extent: number[] } };
  for (const [at, level] of read_levels.entries()) {
    const { value } = await ask<{ value: unknown }>(data, {
      id: at + 1,
      verb: "level",
      ask: level,
    } as { id: number });
    const { mesh: built } = await ask<Built>(mesh, { id: at, geometry: value } as { id: number });
    const [left = 0, bottom = 0, right = 1, top = 1] = built.extent;
    const box = [(left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2];
    gl.uniform4fv(gl.getUniformLocation(program, "box"), box);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, built.positions, gl.STATIC_DRAW);
    const corners = Uint32Array.from({ length: built.count * 6 }, (_, corner) => {
      const quad = Math.floor(corner / 6) * 4;
      return quad + ([0, 1, 2, 0, 2, 3][corner % 6] ?? 0);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.drawElements(gl.TRIANGLES, corners.length, gl.UNSIGNED_INT, 0);
  }
  const hash = column.split("/").at(-1);
  await ask(data, {
    id: 99,
    verb: "column",
    ask: { hash, type: "module", bytes: values },
  } as { id: number });
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  await new Promise((resolve) => requestAnimationFrame(resolve));
}
