import { describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { readSettings } from "../start/settings.ts";
import { isPermittedHost } from "./permitted-host.ts";
import { AddressRefused, openPublicFetch } from "./public-fetch.ts";

describe("hosts that may be asked", () => {
  it("are those of the list, and those below a name with a star", () => {
    const list = ["login.example.com", "*.okta.example"];
    const asked = (host: string) => isPermittedHost(list, host);
    expect(["login.example.com", "LOGIN.example.com", "login.example.com."].every(asked)).toBe(
      true,
    );
    expect(["a.okta.example", "a.b.okta.example"].every(asked)).toBe(true);
    for (const host of [
      "example.com",
      "evil-login.example.com",
      "login.example.com.evil.example",
      "okta.example",
      "evilokta.example",
      "",
    ]) {
      expect([host, asked(host)]).toEqual([host, false]);
    }
    expect(isPermittedHost([], "login.example.com")).toBe(false);
    expect(isPermittedHost(null, "login.example.com")).toBe(true);
  });

  it("are set by OUTSIDE_HOSTS: none, some, or all by default", () => {
    const hosts = (text?: string) =>
      readSettings({ NODE_ENV: "test", ...(text !== undefined && { OUTSIDE_HOSTS: text }) })
        .outside_hosts;
    expect([hosts(), hosts(""), hosts("none")]).toEqual([null, null, []]);
    expect(hosts("Login.example.com, *.okta.example")).toEqual([
      "login.example.com",
      "*.okta.example",
    ]);
    for (const wrong of ["https://a.example", "a.example:443", "*", "*.", "a b.*"]) {
      expect(() => hosts(wrong), wrong).toThrow();
    }
  });

  it("are the only ones that are asked for a customer, without a look at their names", async () => {
    const ask = openPublicFetch({
      hosts: new Set(["127.0.0.1:9"]),
      permitted: ["login.example.com"],
      timeoutMs: patient(1000),
      mostBytes: 1000,
    });
    await expect(ask("https://other.example.com/", {})).rejects.toBeInstanceOf(AddressRefused);
    // Hosts that a setting of their own names are permitted by it; nothing answers there.
    await expect(ask("http://127.0.0.1:9/", {})).rejects.not.toBeInstanceOf(AddressRefused);
  });
});
