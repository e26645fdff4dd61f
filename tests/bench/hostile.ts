// Requests per second of another user while a hostile file is read, against the same server when idle.
import { api } from "../../src/api/index.ts";
import { hostileFiles } from "../fixtures/hostile-files.ts";
import { hostileLogosAndImages } from "../fixtures/hostile-pictures.ts";
import { startHostileScene } from "../fixtures/hostile-scene.ts";
import { load } from "./load.ts";
import type { Report } from "./report.ts";

const names = ["a zigzag of 300,000 vertices", "logo: 5000-exif-entries.jpg"];

export async function bench(report: Report): Promise<void> {
  const scene = await startHostileScene();
  try {
    const ask = { url: `${scene.url}/api${api.plant.list.path}`, headers: scene.headers() };
    const measure = () => load({ ...ask, connections: 4, seconds: 4 });
    await measure();
    const idle = await measure();
    for (const file of [...hostileFiles, ...hostileLogosAndImages]) {
      if (!names.includes(file.name)) continue;
      const bytes = await file.make();
      let isOver = false;
      const attack = (async () => {
        while (!isOver) await scene.send(file, bytes);
      })();
      const { requestsPerSecond } = await measure();
      isOver = true;
      await attack;
      report({
        name: `plant list while it is read: ${file.name}`,
        unit: "requests/s",
        ours: requestsPerSecond,
        baseline: "the same, idle",
        theirs: idle.requestsPerSecond,
        higher_is_better: true,
        goal: "at least 40 %",
        met: requestsPerSecond >= 0.4 * idle.requestsPerSecond,
      });
    }
  } finally {
    await scene.close();
  }
}
