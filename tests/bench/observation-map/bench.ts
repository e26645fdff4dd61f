// 10,000 observations drawn by the layer of the map, against a plain ScatterplotLayer of the same points.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPage, launch, serve } from "../map/bench.ts";
import type { Report } from "../report.ts";
import type { Drawn, Zoom } from "./page.ts";

const zooms = { whole: "whole plant", tables: "tables", modules: "modules" } as const;

export async function drawObservations(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "observation-map-"));
  await buildPage(folder, import.meta.dirname);
  const server = await serve(folder);
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  try {
    const ours = await drawn(url, "ours");
    const theirs = await drawn(url, "plain");
    const row = (what: string, read: (one: Drawn) => number, note?: string) =>
      report({
        name: `10,000 observations drawn: ${what}`,
        unit: "ms",
        ours: read(ours),
        baseline: "deck.gl ScatterplotLayer",
        theirs: read(theirs),
        ...(note ? { note } : {}),
      });
    row("first frame", (one) => one.firstMs, "with marks joined far out, and signs in them");
    row("built again, as after a filter", (one) => one.againMs);
    for (const [zoom, name] of Object.entries(zooms)) {
      row(`frame, ${name}`, (one) => one.frames[zoom as Zoom]);
    }
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function drawn(url: string, design: string): Promise<Drawn> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${url}/index.html?design=${design}`);
    const answer = await page.waitForFunction(() => window.drawn, null, { timeout: 120_000 });
    const result = (await answer.jsonValue()) as Drawn | { error: string };
    if ("error" in result) throw new Error(`${design}: ${result.error}`);
    return result;
  } finally {
    await browser.close();
  }
}
