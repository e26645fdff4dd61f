// The store of .container: its accounts, and the ways to it. The proxy before it runs where Caddy is installed.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request as askPlain } from "node:http";
import { join } from "node:path";
import { startS3StandIn } from "../src/server/adapters/s3-stand-in.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  askStatus,
  compose,
  openContainerScene,
  readContainer,
  type ContainerScene,
} from "./fixtures/container.ts";
import { patient } from "./fixtures/patience.ts";

let scene: ContainerScene;
beforeAll(() => {
  scene = openContainerScene();
});
afterAll(() => scene.close());

describe("the store", () => {
  const accounts = (environment: Record<string, string>) => {
    const bin = join(scene.folder, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "weed"), '#!/bin/sh\necho "$@"\nenv\n', { mode: 0o755 });
    const script = join(scene.folder, "store.sh");
    writeFileSync(
      script,
      readContainer("store.sh").replaceAll("/tmp/accounts.json", `${scene.folder}/accounts.json`),
    );
    const { status, stdout, stderr } = spawnSync("sh", [script], {
      env: { PATH: `${bin}:${process.env["PATH"]}`, ...environment },
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  const words = {
    STORE_BUCKET: "solar",
    STORE_KEY: "appkey",
    STORE_SECRET: "appsecret",
    BUCKET_KEY: "bucketkey",
    BUCKET_SECRET: "bucketsecret",
  };

  it("has an account for the app that reads, writes and lists its bucket alone, and another that makes it", () => {
    const { status, stdout } = accounts(words);
    expect(status).toBe(0);
    const { identities } = JSON.parse(
      readFileSync(join(scene.folder, "accounts.json"), "utf8"),
    ) as {
      identities: { name: string; credentials: { accessKey: string }[]; actions: string[] }[];
    };
    const rights = identities.map(({ credentials, actions }) => [
      credentials.map(({ accessKey }) => accessKey).join(),
      actions.join(),
    ]);
    expect(rights).toEqual([
      ["appkey", "Read:solar,Write:solar,List:solar"],
      ["bucketkey", "Admin:solar"],
    ]);
    // Its programs see neither in their environment, nor the names that would make an account of all rights.
    expect(stdout).not.toMatch(/appsecret|bucketsecret|AWS_/);
  });

  it("listens on no network: only the socket leads to it", () => {
    const { stdout } = accounts(words);
    const flags = stdout.split("\n")[0]?.split(" ") ?? [];
    for (const flag of ["-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-s3.iam=false"])
      expect(flags).toContain(flag);
    expect(flags.filter((flag) => flag.startsWith("-s3.ip.bind"))).toEqual([]);
    expect(compose.services["store"]).toMatchObject({ network_mode: "none" });
    const socket = /-s3\.localSocket=(\S+)/.exec(stdout)?.[1];
    expect(readContainer("StoreCaddyfile")).toContain(`reverse_proxy unix/${socket}`);
  });

  it.each([
    ["a sign that would end its text", { STORE_SECRET: 'a"b' }],
    ["nothing", { BUCKET_SECRET: "" }],
    ["the account of the app for both", { BUCKET_KEY: "appkey" }],
  ])("does not start with %s", (_, change) => {
    expect(accounts({ ...words, ...change })).toMatchObject({ status: 1, stdout: "" });
  });

  it("the app has the account of its bucket, and none but the maker the other", () => {
    const named = Object.entries(compose.services)
      .filter(([, { environment = {} }]) => JSON.stringify(environment).includes("BUCKET_SECRET"))
      .map(([name]) => name);
    expect(named).toEqual(["store", "bucket"]);
  });
});

const caddy = spawnSync("caddy", ["version"], { encoding: "utf8" }).stdout?.trim() ?? "";

describe.runIf(caddy !== "")("the proxy of the store", () => {
  it(
    "is S3 over TLS with the client of the app, signatures included",
    async () => {
      const standIn = await startS3StandIn();
      scene.closing.push(() => standIn.close());
      const inner = new URL(standIn.url.replace("s3:", "http:"));
      const hosts: string[] = [];
      const socket = join(scene.folder, "s3.sock");
      // What stands for the store: passes on what it is asked, and notes for which host.
      const store = createServer((request, response) => {
        hosts.push(`${request.headers.host} ${request.headers["x-forwarded-host"] ?? ""}`);
        const { method, url: path, headers } = request;
        const onward = askPlain(
          { port: inner.port, host: "127.0.0.1", method, path, headers },
          (answer) => {
            response.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(response);
          },
        );
        request.pipe(onward);
      });
      await new Promise<void>((resolve) => store.listen(socket, resolve));
      scene.closing.push(() => store.close());
      const port = 40_000 + (process.pid % 20_000);
      const file = join(scene.folder, "Caddyfile");
      const text = readContainer("StoreCaddyfile")
        .replace("admin 127.0.0.1:2019", "admin off")
        .replace("https://store-proxy:8333", `https://localhost:${port}`)
        .replaceAll("/certificate/", `${scene.made("store-proxy")}/`)
        .replace("unix//socket/s3.sock", `unix/${socket}`);
      writeFileSync(file, text);
      const proxy = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
        env: { ...process.env, XDG_DATA_HOME: scene.folder, XDG_CONFIG_HOME: scene.folder },
        stdio: "ignore",
      });
      scene.closing.push(() => proxy.kill());
      const ca = scene.authority();
      await expect
        .poll(() => askStatus(`https://localhost:${port}/`, ca), { timeout: patient(10_000) })
        .toBeTypeOf("number");
      const program = `import { openS3, makeBucket } from ${JSON.stringify(join(import.meta.dirname, "../src/server/adapters/object-s3.ts"))};
      const store = await openS3("s3://key:se%2Fcret@localhost:${port}/bucket?region=eu-test-1");
      await store.put("a/b", new Uint8Array(3_000_000).fill(7));
      console.log((await store.read("a/b")).length);`;
      const resolve = join(import.meta.dirname, "../src/server/start/resolve-imports.mjs");
      const args = ["--import", resolve, "--input-type=module", "-e", program];
      const done = spawn(process.execPath, args, {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: scene.made("authority", "authority.pem") },
      });
      let said = "";
      for (const stream of [done.stdout, done.stderr])
        stream.on("data", (one) => (said += String(one)));
      await new Promise((resolved) => done.once("exit", resolved));
      expect(said.trim()).toBe("3000000");
      expect(new Set(hosts)).toEqual(new Set([`localhost:${port} `]));
    },
    patient(40_000),
  );

  // Before 2.8 the proxy's list of trusted authorities had another name.
  const isNew = /^v?(2\.([89]|\d\d)|[3-9])\b/.test(caddy);

  it("and the proxy before the app have settings that Caddy takes", () => {
    for (const name of isNew ? ["Caddyfile", "StoreCaddyfile"] : ["StoreCaddyfile"]) {
      const file = join(scene.folder, name);
      const own = readContainer(name)
        .replaceAll("/certificate/", `${scene.made("store-proxy")}/`)
        .replaceAll("/authority/", `${scene.made("authority")}/`);
      writeFileSync(file, own);
      const { status, stderr } = spawnSync(
        "caddy",
        ["validate", "--config", file, "--adapter", "caddyfile"],
        {
          env: { ...process.env, SITE_HOST: "solar.example.com", XDG_DATA_HOME: scene.folder },
          encoding: "utf8",
        },
      );
      expect([name, status, status === 0 ? "" : stderr]).toEqual([name, 0, ""]);
    }
  });
});

it("what is shared as a socket has two users, and the scanner is asked by one", () => {
  const users = (volume: string) =>
    Object.entries(compose.services)
      .filter(([, { volumes = [] }]) => volumes.some((one) => one.startsWith(`${volume}:`)))
      .map(([name]) => name);
  expect(users("store-socket")).toEqual(["store", "store-proxy"]);
  expect(users("scanner-socket")).toEqual(["app", "worker", "scanner"]);
  expect(compose.services["scanner"]?.networks).toEqual(["definitions"]);
  const settings = compose.services["app"]?.environment ?? {};
  const [, socket] = /^LocalSocket (.*)$/m.exec(readContainer("clamd.conf")) ?? [];
  expect(settings["VIRUS_SCANNER"]).toBe(`clamd://${socket}`);
});
