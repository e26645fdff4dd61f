// Loads a page in motion, and says of each move how many frames were late and what one takes.
import type { Browser } from "playwright";
import { moves, type Motion, type MotionResult, type Move } from "./motion.ts";
import type { BenchRow, Report } from "./report.ts";

const names: Readonly<Record<Move, string>> = {
  whole: "pan over the whole plant",
  tables: "pan over tables",
  modules: "pan over modules",
  zoom: "zoom through all levels",
};
/** Late frames of a hundred that a graphics card may have. */
const MOST_LATE = 1;
const PATIENCE_MS = 240_000;

/** Null where the page did not come to an end. */
export async function motionOf(
  launch: () => Promise<Browser>,
  url: string,
  words: string,
): Promise<MotionResult | null> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    let hasCrashed = false;
    page.on("crash", () => (hasCrashed = true));
    await page.goto(`${url}/index.html?motion&${words}`, { waitUntil: "commit" });
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until && !hasCrashed) {
      const result = await page.evaluate(() => window.motion).catch(() => undefined);
      if (result && "error" in result) throw new Error(`${words}: ${result.error}`);
      if (result) return result;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return null;
  } finally {
    await browser.close();
  }
}

const slowest = ({ slow_ms }: Motion) => `one of a hundred takes over ${slow_ms.toFixed(1)} ms`;

/** What one frame of ours draws, against one of theirs. */
function workWords(mine: Motion, theirs: Motion | null): string {
  const words = [mine.work, theirs?.work].flatMap((work) =>
    work
      ? `${work.drawCalls} draws, ${work.vertices.toLocaleString("en")} vertices, ${(work.bytesUploaded / 1e6).toFixed(2)} MB`
      : [],
  );
  return words.length > 0 ? `; ${words.join(" against ")}` : "";
}

const share = ({ late, frames }: Motion) => (100 * late) / Math.max(1, frames);

/** Late frames are judged where a graphics card draws: the software renderer is late with every design. */
function goalOf(ours: MotionResult | null, move: Move): Pick<BenchRow, "goal" | "met"> {
  const goal = `at most ${MOST_LATE} % late on a graphics card`;
  if (ours && /swiftshader|llvmpipe|software/i.test(ours.renderer)) return { goal };
  return { goal, met: ours !== null && share(ours.moves[move]) <= MOST_LATE };
}

export function motionRows(
  report: Report,
  what: string,
  ours: MotionResult | null,
  baseline: string,
  theirs: MotionResult | null,
): void {
  for (const move of moves) {
    const [mine, other] = [ours?.moves[move] ?? null, theirs?.moves[move] ?? null];
    const name = `${what}: ${names[move]}`;
    report({
      name: `${name}, late frames`,
      unit: "%",
      ours: mine && share(mine),
      baseline,
      theirs: other && share(other),
      ...goalOf(ours, move),
      note: mine
        ? `${mine.late} of ${mine.frames}, the worst after ${Math.round(mine.worst_ms)} ms; ${ours?.renderer}`
        : "the page crashed or took over 4 minutes",
    });
    report({
      name: `${name}, frame`,
      unit: "ms",
      ours: mine && mine.median_ms,
      baseline,
      theirs: other && other.median_ms,
      ...(mine ? { note: `${slowest(mine)}${workWords(mine, other)}` } : {}),
    });
    report({
      name: `${name}, longest task over 50 ms`,
      unit: "ms",
      ours: mine && mine.tasks.longest_ms,
      baseline,
      theirs: other && other.tasks.longest_ms,
      ...(mine ? { note: `${mine.tasks.count} such tasks in three seconds` } : {}),
    });
  }
}
