// The services of .container on their way to each other: real certificates, a real PostgreSQL, the real server, and the
// scripts as they run there. The proxy before the store runs where Caddy is installed.
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { writeFileSync } from "node:fs";
import { createServer, request as askPlain, type IncomingMessage } from "node:http";
import { request as askTls } from "node:https";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { chooseAccount } from "../src/server/adapters/postgres-account.ts";
import { prepareBinaries } from "../src/server/adapters/postgres-binaries.ts";
import * as clusters from "../src/server/adapters/postgres-cluster.ts";
import { startS3StandIn } from "../src/server/adapters/s3-stand-in.fixture.ts";
import type { Compose } from "./container-rules.ts";
import { startTestServer } from "./fixtures/http.ts";
import { patient } from "./fixtures/patience.ts";

const container = join(import.meta.dirname, "..", ".container");
const read = (name: string) => readFileSync(join(container, name), "utf8");
const compose = parse(read("compose.yaml"), { merge: true }) as Compose;

let folder = "";
const closing: (() => unknown)[] = [];
const made = (...path: string[]) => join(folder, "made", ...path);
const makeCertificates = () =>
  spawnSync("sh", [join(container, "certificates.sh")], {
    env: { ...process.env, MADE: made(), TMPDIR: folder },
    encoding: "utf8",
  });
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "container-"));
  chmodSync(folder, 0o755);
  for (const name of ["authority", "app", "database", "store-door"])
    mkdirSync(made(name), { recursive: true });
  const { status, stderr } = makeCertificates();
  expect([status, stderr]).toEqual([0, ""]);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  rmSync(folder, { recursive: true });
});

describe("the certificates", () => {
  it("are made once, by an authority whose key is nowhere afterwards", () => {
    const files = globSync("**", { cwd: folder }).filter((name) => /\.\w+$/.test(name));
    expect(files.toSorted()).toEqual(
      [
        "made/authority/authority.pem",
        ...["app", "database", "store-door"].flatMap((name) => [
          `made/${name}/certificate.pem`,
          `made/${name}/key.pem`,
        ]),
      ].toSorted(),
    );
    const before = readFileSync(made("app", "key.pem"), "utf8");
    expect(makeCertificates().status).toBe(0);
    expect(readFileSync(made("app", "key.pem"), "utf8")).toBe(before);
  });

  it("name the service and this machine, and can sign no others", () => {
    for (const name of ["app", "database", "store-door"]) {
      const words = [
        "verify",
        "-CAfile",
        made("authority", "authority.pem"),
        "-purpose",
        "sslserver",
      ];
      execFileSync("openssl", [...words, made(name, "certificate.pem")]);
      const text = execFileSync(
        "openssl",
        ["x509", "-in", made(name, "certificate.pem"), "-noout", "-text"],
        { encoding: "utf8" },
      );
      expect(text).toContain(`DNS:${name}, DNS:localhost`);
      expect(text).toContain("CA:FALSE");
    }
  });

  it("are each in a volume of one service, beside the maker", () => {
    for (const name of ["app", "database", "store"]) {
      const users = Object.entries(compose.services).filter(([, { volumes = [] }]) =>
        volumes.some((volume) => volume.startsWith(`${name}-certificate:/certificate:ro`)),
      );
      expect(users.map(([user]) => user)).toEqual([name === "store" ? "store-door" : name]);
    }
  });
});

/** The status of an answer, or the reason why there is none. */
function ask(url: string, ca?: string): Promise<number | string> {
  return new Promise((resolve) => {
    const on = (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    };
    const asked = url.startsWith("https:") ? askTls(url, { ca }, on) : askPlain(url, on);
    asked.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.end();
  });
}

it(
  "the app speaks TLS with its certificate, and nothing else",
  async () => {
    const server = await startTestServer(undefined, {
      TLS_CERTIFICATE: made("app", "certificate.pem"),
      TLS_KEY: made("app", "key.pem"),
      HOST: "127.0.0.1",
    });
    closing.push(() => server.close());
    const { port } = new URL(server.url);
    const ca = readFileSync(made("authority", "authority.pem"), "utf8");
    expect(await ask(`https://localhost:${port}/api/bot-protection-token`, ca)).toBe(200);
    expect(await ask(`https://localhost:${port}/api/bot-protection-token`)).toMatch(
      /UNABLE_TO_VERIFY|SELF_SIGNED/,
    );
    expect(await ask(`http://localhost:${port}/api/bot-protection-token`)).not.toBe(200);
    const { environment } = compose.services["app"] ?? {};
    expect(environment).toMatchObject({
      TLS_CERTIFICATE: "/certificate/certificate.pem",
      TLS_KEY: "/certificate/key.pem",
    });
  },
  patient(20_000),
);

describe("the database", () => {
  const port = 20_000 + (process.pid % 20_000);
  let child: ChildProcess;
  beforeAll(async () => {
    const home = join(folder, "postgres");
    mkdirSync(home);
    const account = chooseAccount(home);
    const binaries = prepareBinaries(home, account.id !== null);
    const cluster = join(home, "cluster");
    clusters.createCluster(cluster, binaries, account, "password-of-a-test");
    const socket = join(home, "socket");
    clusters.makePrivateFolder(socket, account);
    // As `install` makes it there.
    const key = join(socket, "key.pem");
    writeFileSync(key, readFileSync(made("database", "key.pem")), { mode: 0o600 });
    const { chownSync } = await import("node:fs");
    if (account.id !== null) chownSync(key, account.id, account.id);
    // PostgreSQL itself reads these, as a user that sees no more than others.
    const hba = join(folder, "pg_hba.conf");
    writeFileSync(hba, read("pg_hba.conf"), { mode: 0o644 });
    const [line = ""] = compose.services["database"]?.command ?? [];
    const options = [...line.matchAll(/-c (\w+)=(\S+)/g)].flatMap(([, name = "", value = ""]) => [
      "-c",
      `${name}=${{ ssl_cert_file: made("database", "certificate.pem"), ssl_key_file: key, hba_file: hba }[name] ?? value}`,
    ]);
    expect(options.filter((one) => one.startsWith("ssl"))).toHaveLength(4);
    const all = [...account.prefix, binaries.postgres, "-D", cluster, "-p", String(port)];
    const [program = "", ...words] = [
      ...all,
      "-c",
      `unix_socket_directories=${socket}`,
      ...options,
    ];
    child = spawn(program, [...words, "-c", "listen_addresses=127.0.0.1"], {
      ...clusters.identity(account),
      cwd: "/",
      env: clusters.programEnvironment(binaries),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr?.on("data", (text) => (said += String(text)));
    closing.push(
      () => new Promise((resolve) => (child.once("exit", resolve), child.kill("SIGINT"))),
    );
    for (let at = 0; at < 200 && !said.includes("ready to accept connections"); at += 1)
      await sleep(patient(50));
    expect(said).toContain("ready to accept connections");
  }, patient(40_000));

  const connect = async (query: string) => {
    const connectionString = `postgres://postgres:password-of-a-test@localhost:${port}/postgres${query}`;
    const client = new Client({ connectionString });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ ssl: boolean; version: string }>(
        "select ssl, version from pg_stat_ssl where pid = pg_backend_pid()",
      );
      return rows[0];
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  it("is reached over TLS with its certificate, by the address of the app", async () => {
    const { DATABASE_URL: url = "" } = compose.services["app"]?.environment ?? {};
    const [, query = ""] = /(\?.*)$/.exec(String(url)) ?? [];
    const own = query.replace("/authority/authority.pem", made("authority", "authority.pem"));
    expect(own).toContain("sslmode=verify-full");
    expect(await connect(own)).toMatchObject({ ssl: true, version: "TLSv1.3" });
  });

  it("takes nobody in plain text, and is not believed with another certificate", async () => {
    await expect(connect("?sslmode=disable")).rejects.toThrow(/pg_hba.conf|no encryption/);
    await expect(
      connect(`?sslmode=verify-full&sslrootcert=${made("app", "certificate.pem")}`),
    ).rejects.toThrow(/certificate/);
  });
});

describe("the store", () => {
  const accounts = (environment: Record<string, string>) => {
    const bin = join(folder, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "weed"), '#!/bin/sh\necho "$@"\nenv\n', { mode: 0o755 });
    const script = join(folder, "store.sh");
    writeFileSync(
      script,
      read("store.sh").replaceAll("/tmp/accounts.json", `${folder}/accounts.json`),
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
    const { identities } = JSON.parse(readFileSync(join(folder, "accounts.json"), "utf8")) as {
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
    expect(read("StoreCaddyfile")).toContain(`reverse_proxy unix/${socket}`);
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

describe.runIf(caddy !== "")("the door of the store", () => {
  it(
    "is S3 over TLS with the client of the app, signatures included",
    async () => {
      const standIn = await startS3StandIn();
      closing.push(() => standIn.close());
      const inner = new URL(standIn.url.replace("s3:", "http:"));
      const hosts: string[] = [];
      const socket = join(folder, "s3.sock");
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
      closing.push(() => store.close());
      const port = 40_000 + (process.pid % 20_000);
      const file = join(folder, "Caddyfile");
      const text = read("StoreCaddyfile")
        .replace("admin 127.0.0.1:2019", "admin off")
        .replace("https://store-door:8333", `https://localhost:${port}`)
        .replaceAll("/certificate/", `${made("store-door")}/`)
        .replace("unix//socket/s3.sock", `unix/${socket}`);
      writeFileSync(file, text);
      const door = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
        env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        stdio: "ignore",
      });
      closing.push(() => door.kill());
      const ca = readFileSync(made("authority", "authority.pem"), "utf8");
      await expect
        .poll(() => ask(`https://localhost:${port}/`, ca), { timeout: patient(10_000) })
        .toBeTypeOf("number");
      const program = `import { openS3, makeBucket } from ${JSON.stringify(join(import.meta.dirname, "../src/server/adapters/object-s3.ts"))};
      const store = await openS3("s3://key:se%2Fcret@localhost:${port}/bucket?region=eu-test-1");
      await store.put("a/b", new Uint8Array(3_000_000).fill(7));
      console.log((await store.read("a/b")).length);`;
      const resolve = join(import.meta.dirname, "../src/server/start/resolve-imports.mjs");
      const args = ["--import", resolve, "--input-type=module", "-e", program];
      const done = spawn(process.execPath, args, {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: made("authority", "authority.pem") },
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
      const file = join(folder, name);
      const own = read(name)
        .replaceAll("/certificate/", `${made("store-door")}/`)
        .replaceAll("/authority/", `${made("authority")}/`);
      writeFileSync(file, own);
      const { status, stderr } = spawnSync(
        "caddy",
        ["validate", "--config", file, "--adapter", "caddyfile"],
        {
          env: { ...process.env, SITE_HOST: "solar.example.com", XDG_DATA_HOME: folder },
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
  expect(users("store-socket")).toEqual(["store", "store-door"]);
  expect(users("scanner-socket")).toEqual(["app", "worker", "scanner"]);
  expect(compose.services["scanner"]?.networks).toEqual(["definitions"]);
  const settings = compose.services["app"]?.environment ?? {};
  const [, socket] = /^LocalSocket (.*)$/m.exec(read("clamd.conf")) ?? [];
  expect(settings["VIRUS_SCANNER"]).toBe(`clamd://${socket}`);
  expect(existsSync(join(container, "clamd.conf"))).toBe(true);
});
