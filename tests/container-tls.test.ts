// The services of .container on their way to each other: real certificates, a real PostgreSQL, the real server.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  chownSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { chooseAccount } from "../src/server/adapters/postgres-account.ts";
import { prepareBinaries } from "../src/server/adapters/postgres-binaries.ts";
import * as clusters from "../src/server/adapters/postgres-cluster.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  askStatus,
  compose,
  openContainerScene,
  readContainer,
  type ContainerScene,
} from "./fixtures/container.ts";
import { startTestServer } from "./fixtures/http.ts";
import { patient } from "./fixtures/patience.ts";

let scene: ContainerScene;
beforeAll(() => {
  scene = openContainerScene();
});
afterAll(() => scene.close());

describe("the certificates", () => {
  it("are made once, by an authority whose key is nowhere afterwards", () => {
    const files = globSync("**", { cwd: scene.folder }).filter((name) => /\.\w+$/.test(name));
    expect(files.toSorted()).toEqual(
      [
        "made/authority/authority.pem",
        ...["app", "database", "store-proxy"].flatMap((name) => [
          `made/${name}/certificate.pem`,
          `made/${name}/key.pem`,
        ]),
      ].toSorted(),
    );
    const before = readFileSync(scene.made("app", "key.pem"), "utf8");
    expect(scene.makeCertificates().status).toBe(0);
    expect(readFileSync(scene.made("app", "key.pem"), "utf8")).toBe(before);
  });

  it("name the service and this machine, and can sign no others", () => {
    for (const name of ["app", "database", "store-proxy"]) {
      const words = [
        "verify",
        "-CAfile",
        scene.made("authority", "authority.pem"),
        "-purpose",
        "sslserver",
      ];
      execFileSync("openssl", [...words, scene.made(name, "certificate.pem")]);
      const text = execFileSync(
        "openssl",
        ["x509", "-in", scene.made(name, "certificate.pem"), "-noout", "-text"],
        { encoding: "utf8" },
      );
      expect(text).toContain(`DNS:${name}, DNS:localhost`);
      expect(text).toContain("CA:FALSE");
    }
  });

  it("are made again where one names another service, as of an earlier version", async () => {
    const old = openContainerScene();
    try {
      const { made } = old;
      const ofStore = made("store-proxy", "certificate.pem");
      rmSync(ofStore);
      copyFileSync(made("app", "certificate.pem"), ofStore);
      const before = readFileSync(made("authority", "authority.pem"), "utf8");
      expect(old.makeCertificates().status).toBe(0);
      expect(readFileSync(made("authority", "authority.pem"), "utf8")).not.toBe(before);
      const words = ["x509", "-in", ofStore, "-noout", "-text"];
      expect(execFileSync("openssl", words, { encoding: "utf8" })).toContain("DNS:store-proxy");
    } finally {
      await old.close();
    }
  });

  it("are each in a volume of one service, beside the maker", () => {
    for (const name of ["app", "database", "store"]) {
      const users = Object.entries(compose.services).filter(([, { volumes = [] }]) =>
        volumes.some((volume) => volume.startsWith(`${name}-certificate:/certificate:ro`)),
      );
      expect(users.map(([user]) => user)).toEqual([name === "store" ? "store-proxy" : name]);
    }
  });
});

it(
  "the app speaks TLS with its certificate, and nothing else",
  async () => {
    const server = await startTestServer(undefined, {
      TLS_CERTIFICATE: scene.made("app", "certificate.pem"),
      TLS_KEY: scene.made("app", "key.pem"),
      HOST: "127.0.0.1",
    });
    scene.closing.push(() => server.close());
    const { port } = new URL(server.url);
    const ca = scene.authority();
    expect(await askStatus(`https://localhost:${port}/api/bot-protection-token`, ca)).toBe(200);
    expect(await askStatus(`https://localhost:${port}/api/bot-protection-token`)).toMatch(
      /UNABLE_TO_VERIFY|SELF_SIGNED/,
    );
    expect(await askStatus(`http://localhost:${port}/api/bot-protection-token`)).not.toBe(200);
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
    const home = join(scene.folder, "postgres");
    mkdirSync(home);
    const account = chooseAccount(home);
    const binaries = prepareBinaries(home, account.id !== null);
    const cluster = join(home, "cluster");
    clusters.createCluster(cluster, binaries, account, "password-of-a-test");
    const socket = join(home, "socket");
    clusters.makePrivateFolder(socket, account);
    // As `install` makes it there.
    const key = join(socket, "key.pem");
    writeFileSync(key, readFileSync(scene.made("database", "key.pem")), { mode: 0o600 });
    if (account.id !== null) chownSync(key, account.id, account.id);
    // PostgreSQL itself reads these, as a user that sees no more than others.
    const hba = join(scene.folder, "pg_hba.conf");
    writeFileSync(hba, readContainer("pg_hba.conf"), { mode: 0o644 });
    const [line = ""] = compose.services["database"]?.command ?? [];
    const options = [...line.matchAll(/-c (\w+)=(\S+)/g)].flatMap(([, name = "", value = ""]) => [
      "-c",
      `${name}=${{ ssl_cert_file: scene.made("database", "certificate.pem"), ssl_key_file: key, hba_file: hba }[name] ?? value}`,
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
    scene.closing.push(
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
    const own = query.replace("/authority/authority.pem", scene.made("authority", "authority.pem"));
    expect(own).toContain("sslmode=verify-full");
    expect(await connect(own)).toMatchObject({ ssl: true, version: "TLSv1.3" });
  });

  it("takes no connection in plain text, and is not believed with another certificate", async () => {
    await expect(connect("?sslmode=disable")).rejects.toThrow(/pg_hba.conf|no encryption/);
    await expect(
      connect(`?sslmode=verify-full&sslrootcert=${scene.made("app", "certificate.pem")}`),
    ).rejects.toThrow(/certificate/);
  });
});
