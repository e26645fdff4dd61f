import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings, settingsAsMarkdown } from "./settings.ts";

describe("the settings", () => {
  it("refuse to offer the demo to the network, unless it is said", () => {
    const hosts = (environment: NodeJS.ProcessEnv) =>
      ["0.0.0.0", "::", "192.0.2.7", "example.com"].map((HOST) => {
        try {
          readSettings({ HOST, ...environment });
          return true;
        } catch {
          return false;
        }
      });
    const all = (value: boolean) => Array.from({ length: 4 }, () => value);
    expect(hosts({})).toEqual(all(false));
    expect(hosts({ NODE_ENV: "staging", DEMO: "on" })).toEqual(all(false));
    expect(hosts({ DEMO: "public" })).toEqual(all(true));
    expect(hosts({ DEMO: "off" })).toEqual(all(true));
    expect(hosts({ NODE_ENV: "staging" })).toEqual(all(true));
    expect(hosts({ NODE_ENV: "production" })).toEqual(all(true));
    for (const HOST of ["127.0.0.1", "127.1.2.3", "::1", "localhost"]) {
      expect(readSettings({ HOST }).host).toBe(HOST);
    }
  });

  it("have a default each", () => {
    expect(readSettings({})).toMatchObject({
      port: 8080,
      host: "127.0.0.1",
      public_url: "http://127.0.0.1:8080",
      data_dir: ".data",
      database_url: null,
      production: false,
      session_idle_minutes: 60,
    });
  });

  it("count an empty variable as not set", () => {
    expect(readSettings({ PORT: "", DATABASE_URL: "" })).toEqual(readSettings({}));
  });

  it("are read from the environment", () => {
    expect(
      readSettings({ PORT: "0", DATABASE_URL: "postgres://a:b@c/d", NODE_ENV: "production" }),
    ).toMatchObject({ port: 0, database_url: "postgres://a:b@c/d", production: true });
  });

  it("switch the demo off in production, and in staging unless it is asked for", () => {
    const production = (NODE_ENV: string, DEMO = "") => readSettings({ NODE_ENV, DEMO }).production;
    expect(
      ["development", "test", "staging", "production"].map((mode) => production(mode)),
    ).toEqual([false, false, true, true]);
    expect([production("staging", "on"), production("production", "on")]).toEqual([false, true]);
  });

  it("name every fault at once, a line each", () => {
    const wrong = () =>
      readSettings({
        PORT: "70000",
        PUBLIC_URL: "ftp://x",
        NODE_ENV: "prod",
        SESSION_IDLE_MINUTES: "900",
      });
    expect(wrong).toThrow(
      [
        'PORT must be from 0 to 65535, not "70000".',
        'PUBLIC_URL must be an address that begins with http:// or https://, not "ftp://x".',
        'NODE_ENV must be one of development, test, staging, production, not "prod".',
        "SESSION_IDLE_MINUTES must not exceed SESSION_ABSOLUTE_MINUTES.",
      ].join("\n"),
    );
  });

  it("never repeat a value that may hold a password", () => {
    expect(() => readSettings({ DATABASE_URL: "mysql://u:geheim@h/d" })).toThrow(
      /^DATABASE_URL must be an address that begins with postgres:\/\/ or postgresql:\/\/\.$/,
    );
  });
});

describe("the README", () => {
  it("lists every setting as the server knows it", () => {
    const readme = readFileSync(join(import.meta.dirname, "..", "..", "..", "README.md"), "utf8");
    const section = /<!-- settings -->\n(.*)\n<!-- \/settings -->/s.exec(readme)?.[1];
    // Formatting widens the columns of the table; the words are what counts.
    const plain = (table: string | undefined) =>
      table?.replace(/ {2,}/g, " ").replace(/ ?-{3,} ?/g, "-");
    expect(plain(section)?.trim()).toBe(plain(settingsAsMarkdown()));
  });
});
