// Some users in a process of their own. An action is due at a time that the last answer does not move: a server that
// is slow does not get fewer calls, and what could not be sent in time counts as waiting.
import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "../../fixtures/random.ts";
import { nextAction, pauseOf, type Call, type Kind, type PlantScene } from "./script.ts";

export type DriverOrder = {
  readonly url: string;
  readonly users: readonly { readonly token: string; readonly scene: readonly PlantScene[] }[];
  readonly seconds: number;
  readonly seed: number;
};
export type DriverReport = {
  /** Milliseconds by kind. */
  readonly times: Readonly<Record<Kind, readonly number[]>>;
  /** Answers that are no success: status and path. "Too many requests" is no fault, and is counted. */
  readonly faults: readonly string[];
  readonly refused: number;
  /** Names of what the server said it stored. */
  readonly stored: readonly string[];
};

const MEAN_PAUSE_S = 3;
const BOT_TOKEN_MS = 30_000;

async function run({ url, users, seconds, seed }: DriverOrder): Promise<void> {
  const times: Record<Kind, number[]> = { read: [], column: [], write: [], heavy: [] };
  const faults: string[] = [];
  const stored: string[] = [];
  let refused = 0;
  const end = performance.now() + seconds * 1000;
  let bot = { token: "", at: -Infinity };
  const botToken = async () => {
    if (performance.now() - bot.at > BOT_TOKEN_MS) {
      bot = { ...bot, at: performance.now() };
      const answer = await fetch(`${url}/api/bot-protection-token`);
      bot = { token: ((await answer.json()) as { token: string }).token, at: performance.now() };
    }
    return bot.token;
  };

  async function ask(token: string, call: Call, due: number): Promise<void> {
    try {
      const answer = await fetch(`${url}/api${call.path}`, {
        method: call.body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "x-bot-protection-token": await botToken(),
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
      await answer.arrayBuffer();
      if (answer.status === 429) refused += 1;
      else if (!answer.ok) faults.push(`${answer.status} ${call.path}`);
      else if (call.stored !== undefined) stored.push(call.stored);
    } catch (error) {
      faults.push(`${String(error)} ${call.path}`);
    }
    times[call.kind].push(performance.now() - due);
  }

  async function live(at: number): Promise<void> {
    const { token, scene } = users[at]!;
    const random = randomFrom(seed * 1000 + at);
    let due = performance.now() + pauseOf(random, MEAN_PAUSE_S) * 1000;
    for (let turn = 0; due < end; turn += 1) {
      await sleep(Math.max(0, due - performance.now()));
      let from = due;
      for (const call of nextAction(scene, random, `user ${seed}-${at}, ${turn}`)) {
        await ask(token, call, from);
        from = performance.now();
      }
      // Somebody who waited for an answer begins nothing else before it, and goes on at once.
      due = Math.max(due + pauseOf(random, MEAN_PAUSE_S) * 1000, from);
    }
  }

  await botToken();
  await Promise.all(users.map((_, at) => live(at)));
  // A long report is on its way for a while; the process ends after it.
  process.send?.({ times, faults, refused, stored } satisfies DriverReport, () =>
    process.disconnect(),
  );
}

process.once("message", (order: DriverOrder) => void run(order));
