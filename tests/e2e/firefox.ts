// A stock Firefox for one journey, over WebDriver BiDi. Playwright drives only a Firefox of its own; see
// decisions/firefox.md for why this is no library.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { patient } from "../fixtures/patience.ts";

const installed = [
  process.env["FIREFOX_PATH"],
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

/** The Firefox of this machine, or undefined. */
export const firefoxPath = installed.find((path) => path !== undefined && existsSync(path));

const preferences = {
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.accept_languages": "en-GB",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  // Without a graphics card.
  "webgl.force-enabled": true,
};

type Answer = { id?: number; error?: string; message?: string; result?: unknown; method?: string };
type Remote = { type: string; value?: unknown; sharedId?: string };
type LogEntry = {
  level: string;
  text: string | null;
  stackTrace?: { callFrames?: readonly { url?: string }[] };
};

/** A question of the journey that was under way when its page was left: Firefox reports it as the page's error. */
function isOfLeftPage({ text, stackTrace }: LogEntry): boolean {
  const isOfApp = stackTrace?.callFrames?.some(({ url }) => url?.startsWith("http"));
  return !isOfApp && (text ?? "").startsWith("Error: Permission denied to access property");
}

export type Firefox = {
  /** Console errors, failed scripts and breaches of the policy (CSP). */
  readonly faults: string[];
  goto(url: string): Promise<void>;
  /** Runs a function of the page's own; arguments and answer are JSON. */
  evaluate<T>(run: (...args: never[]) => T | Promise<T>, ...args: readonly unknown[]): Promise<T>;
  /** Presses where the first visible element is that has this role and a name that matches. */
  click(role: string, name: RegExp): Promise<void>;
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Waits until the function answers something other than false, null or undefined. */
  until<T>(
    what: string,
    run: (...args: never[]) => T | Promise<T>,
    ...args: readonly unknown[]
  ): Promise<NonNullable<T>>;
  end(): Promise<void>;
};

const LONGEST_WAIT_MS = patient(60_000);

export async function launchFirefox(path: string): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), "firefox-"));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const child = spawn(
    path,
    ["--headless", "--no-remote", "--width=1440", "--height=900", "--profile", profile].concat(
      "--remote-debugging-port",
      "0",
    ),
    {
      env: { ...process.env, HOME: profile, TMPDIR: profile },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const socket = await connect(`${await addressOf(child)}/session`);
  const faults: string[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  let asked = 0;
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer & { params?: LogEntry };
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    else if (answer.method === "log.entryAdded" && answer.params?.level === "error") {
      if (!isOfLeftPage(answer.params)) faults.push(answer.params.text ?? "");
    }
  });
  const send = async <T>(method: string, params: object): Promise<T> => {
    asked += 1;
    const id = asked;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.message}`);
    return answer.result as T;
  };

  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  await send("script.addPreloadScript", { functionDeclaration: String(reportViolations) });
  const { contexts } = await send<{ contexts: { context: string }[] }>(
    "browsingContext.getTree",
    {},
  );
  const context = contexts[0]?.context;

  const evaluate: Firefox["evaluate"] = async (run, ...args) => {
    const expression = `(async () => JSON.stringify(await (${String(run)})(...${JSON.stringify(args)})))()`;
    const { result, exceptionDetails } = await send<{
      result?: Remote;
      exceptionDetails?: { text: string };
    }>("script.evaluate", { expression, target: { context }, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value === undefined ? undefined : JSON.parse(String(result.value));
  };
  const until: Firefox["until"] = async (what, run, ...args) => {
    const end = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const answer = await evaluate(run, ...args).catch(() => null);
      if (answer !== undefined && answer !== null && answer !== false) return answer;
      if (performance.now() > end) {
        const shown = await evaluate(() => `${location.href}\n${document.body.innerText}`).catch(
          String,
        );
        throw new Error(`waited in vain for ${what}; shown is ${shown}`);
      }
      await sleep(100);
    }
  };
  const act = (type: string, id: string, actions: object[]) =>
    send("input.performActions", { context, actions: [{ type, id, actions }] });
  const clickAt = async (x: number, y: number) => {
    const at = { x: Math.round(x), y: Math.round(y) };
    await act("pointer", "mouse", [
      { type: "pointerMove", ...at },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  };
  return {
    faults,
    evaluate,
    until,
    clickAt,
    async goto(url) {
      await send("browsingContext.navigate", { context, url, wait: "interactive" });
    },
    async click(role, name) {
      const [x, y] = await until(`${role} ${name}`, placeOf, role, name.source);
      await clickAt(x, y);
    },
    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await act("key", "keyboard", keys);
    },
    async end() {
      socket.close();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Runs in the page. The middle of the element, once it has come to rest in view. */
async function placeOf(role: string, name: string): Promise<[x: number, y: number] | null> {
  const tags: Record<string, string> = {
    button: "button",
    link: "a[href]",
    region: "section[aria-label]",
    textbox: "input",
  };
  const nameOf = (element: Element) => {
    const label = element.getAttribute("aria-label") ?? "";
    const labels = (element.getAttribute("aria-labelledby") ?? "").split(" ");
    const texts = labels.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    return (label || texts.trim() || (element.textContent ?? "")).replaceAll(/\s+/g, " ").trim();
  };
  const found = [
    ...document.querySelectorAll(`[role=${role}]${tags[role] ? `, ${tags[role]}` : ""}`),
  ]
    .filter((element) => new RegExp(name).test(nameOf(element)))
    .find((element) => element.checkVisibility() && element.getBoundingClientRect().width > 0);
  if (!found) return null;
  found.scrollIntoView({ block: "nearest" });
  const middle = () => {
    const { x, y, width, height } = found.getBoundingClientRect();
    return [x + width / 2, y + height / 2] as [number, number];
  };
  const before = middle();
  await new Promise((resolve) => setTimeout(resolve, 60));
  const [x, y] = middle();
  return before[0] === x && before[1] === y ? [x, y] : null;
}

/** Runs in each page before its own scripts. */
function reportViolations(): void {
  document.addEventListener(
    "securitypolicyviolation",
    ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`CSP ${violatedDirective} ${blockedURI} ${sourceFile}`);
    },
  );
}

function addressOf(child: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    child.stderr?.on("data", (text: Buffer) => {
      printed += text.toString();
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    });
    child.once("exit", () => reject(new Error(`Firefox did not start:\n${printed}`)));
  });
}

function connect(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve(socket), { once: true });
    socket.addEventListener("error", () => reject(new Error(`no answer at ${address}`)), {
      once: true,
    });
  });
}
