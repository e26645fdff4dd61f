// What a sign-in service says is checked: each rule is broken once by a hostile stand-in, over real HTTP.
import type { ServerResponse } from "node:http";
import { generateKeyPairSync, createSign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  openHostileService,
  type Faults,
  type HostileService,
} from "../../../tests/fixtures/hostile-sign-in-service.ts";
import { openIdentityProviders, type IdentityProviders } from "./identity-provider.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { ProviderFault } from "./provider-fault.ts";
import { AddressRefused, isPublicAddress, openPublicFetch } from "./public-fetch.ts";

let hostile: HostileService;
let providers: IdentityProviders;
const person = { sub: "1", email: "ada@example.com", email_verified: true, amr: ["mfa"] };
const secrets = { state: "s".repeat(43), nonce: "n".repeat(43), code_verifier: "v".repeat(43) };

beforeAll(async () => {
  hostile = await openHostileService("client", person);
});
afterAll(() => hostile.close());
beforeEach(() => {
  hostile.faults = {};
  hostile.asked.length = 0;
  // A new one keeps nothing of the service before.
  providers = openIdentityProviders([hostile.host], null, {
    timeoutMs: patient(1000),
    mostBytes: 64 * 1024,
  });
});

const client = (more = {}) => ({
  issuer: hostile.issuer,
  client_id: "client",
  client_secret: "secret",
  redirect_uri: "http://solar.example.com/single-sign-on",
  ...more,
});
async function signIn(faults: Faults = {}) {
  hostile.faults = faults;
  const address = await providers.addressOf(client(), secrets, { email: null, acr: [] });
  return providers.finish(client(), hostile.back(address), secrets);
}
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "taken",
    (cause: unknown) => {
      if (cause instanceof ProviderFault) return cause.reason;
      throw cause;
    },
  );
const without =
  (name: string) =>
  (all: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
const now = () => Math.floor(Date.now() / 1000);

describe("a token", () => {
  it("is taken where nothing is wrong", async () => {
    expect((await signIn()).claims).toMatchObject(person);
  });

  const invalid = "sso_answer_invalid";
  const cases: [name: string, faults: Faults, reason: string][] = [
    ["another nonce", { claims: (all) => ({ ...all, nonce: "other" }) }, invalid],
    ["no nonce", { claims: without("nonce") }, invalid],
    ["another audience", { claims: (all) => ({ ...all, aud: "another product" }) }, invalid],
    [
      "several audiences, for another one",
      { claims: (all) => ({ ...all, aud: ["client", "another product"], azp: "another product" }) },
      invalid,
    ],
    ["another issuer", { claims: (all) => ({ ...all, iss: "https://evil.example.com" }) }, invalid],
    ["no subject", { claims: without("sub") }, invalid],
    ["an end in the past", { claims: (all) => ({ ...all, exp: now() - 120 }) }, "sso_token_time"],
    ["no end", { claims: without("exp") }, invalid],
    [
      "a beginning in the future",
      { claims: (all) => ({ ...all, nbf: now() + 600 }) },
      "sso_token_time",
    ],
    ["no algorithm", { header: { alg: "none" } }, invalid],
    [
      "no algorithm, which the service says it offers",
      {
        header: { alg: "none" },
        about: (all) => ({ ...all, id_token_signing_alg_values_supported: ["none", "RS256"] }),
      },
      invalid,
    ],
    ["the public key as a shared secret", { header: { alg: "HS256" } }, invalid],
    ["a signature of another key", { token: otherKey }, invalid],
    ["changed claims", { token: changedClaims }, invalid],
    ["a cut signature", { token: (token) => token.slice(0, -20) }, invalid],
    ["an unknown key", { header: { kid: "two" } }, invalid],
  ];
  it.each(cases)("is refused with %s", async (_, faults, reason) => {
    expect(await reasonOf(signIn(faults))).toBe(reason);
  });

  it("may differ by a minute from the clock here", async () => {
    const claims = (all: Record<string, unknown>) => ({ ...all, exp: now() - 45 });
    expect(await reasonOf(signIn({ claims }))).toBe("taken");
  });

  it("is refused in an answer that names another service", async () => {
    const address = await providers.addressOf(client(), secrets, { email: null, acr: [] });
    const query = `${hostile.back(address)}&iss=${encodeURIComponent("https://other.example.com")}`;
    expect(await reasonOf(providers.finish(client(), query, secrets))).toBe("sso_answer_invalid");
  });

  it("is refused with a state of another sign-in", async () => {
    const address = await providers.addressOf(client(), secrets, { email: null, acr: [] });
    const query = hostile.back(address);
    const other = { ...secrets, state: "o".repeat(43) };
    expect(await reasonOf(providers.finish(client(), query, other))).toBe("sso_answer_invalid");
  });
});

describe("a service", () => {
  const at = (path: string, answer: (response: ServerResponse) => void): Faults => ({
    answers: { [path]: answer },
  });
  const discovery = "/.well-known/openid-configuration";
  const read = (faults: Faults) => {
    hostile.faults = faults;
    return reasonOf(providers.read(hostile.issuer));
  };

  it("tells about itself", async () => {
    expect(await providers.read(hostile.issuer)).toEqual({
      issuer: hostile.issuer,
      authorization_endpoint: `${hostile.issuer}/authorize`,
      keys: 1,
      ends_session: false,
    });
  });

  const endless = (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("[");
    const timer = setInterval(() => response.write(`"${"x".repeat(20_000)}",`), 5);
    response.on("close", () => clearInterval(timer));
  };
  const silent = () => undefined;
  const elsewhere = (response: ServerResponse) =>
    void response.writeHead(302, { location: `${hostile.issuer}/stolen` }).end();

  it.each([
    ["answers without an end", endless, "sso_answer_large"],
    ["does not answer", silent, "sso_unreachable"],
    ["sends elsewhere", elsewhere, "sso_no_service"],
    [
      "answers no JSON",
      (response: ServerResponse) => void response.end("<html>"),
      "sso_no_service",
    ],
    ["fails", (response: ServerResponse) => void response.writeHead(500).end(), "sso_no_service"],
  ])("is of no use if it %s", async (_, answer, reason) => {
    const begun = performance.now();
    expect(await read(at(discovery, answer))).toBe(reason);
    expect(performance.now() - begun).toBeLessThan(patient(5000));
    expect(hostile.asked).not.toContain("/stolen");
  });

  it.each([
    ["answers without an end", endless, "sso_answer_large"],
    ["does not answer", silent, "sso_unreachable"],
    ["sends elsewhere", elsewhere, "sso_answer_invalid"],
  ])("signs no user in if its token address %s", async (_, answer, reason) => {
    expect(await reasonOf(signIn(at("/token", answer)))).toBe(reason);
    expect(hostile.asked).not.toContain("/stolen");
  });

  it("is refused if it names itself otherwise, or serves every organisation", async () => {
    const issuer = "https://login.example.com";
    expect(await read({ about: (all) => ({ ...all, issuer }) })).not.toBe("taken");
    const about = (all: Record<string, unknown>) => ({
      ...all,
      authorization_endpoint: "javascript:alert(1)",
    });
    expect(await read({ about })).toBe("sso_no_service");
    expect(await read({ about: without("jwks_uri") })).toBe("sso_no_service");
    expect(await read(at("/keys", (response) => void response.end('{"keys":[]}')))).toBe(
      "sso_no_keys",
    );
  });

  it("of a company that serves all organisations is refused, whose administrators could name anybody", async () => {
    const issuer = "https://login.microsoftonline.com/{tenantid}/v2.0";
    const endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
    const about = { issuer, ...Object.fromEntries(endpoints.map((name) => [name, issuer])) };
    const headers = { "content-type": "application/json" };
    const ask = async () => new Response(JSON.stringify(about), { headers });
    const read = openIdentityProviders([], null, { ask }).read(
      "https://login.microsoftonline.com/common/v2.0",
    );
    expect(await reasonOf(read)).toBe("sso_issuer_differs");
  });

  it("leads to no address of the own network that the operator has not allowed", async () => {
    const other = await openHostileService("client", person);
    try {
      const about = (all: Record<string, unknown>) => ({
        ...all,
        jwks_uri: `${other.issuer}/keys`,
      });
      expect(await read({ about })).toBe("sso_address_refused");
      const token = (all: Record<string, unknown>) => ({
        ...all,
        token_endpoint: `${other.issuer}/token`,
      });
      expect(await reasonOf(signIn({ about: token }))).toBe("sso_address_refused");
      expect(other.asked).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe("an address that a user has entered", () => {
  const ask = (url: string, hosts: readonly string[] = []) =>
    openPublicFetch({
      hosts: new Set(hosts),
      permitted: null,
      timeoutMs: patient(500),
      mostBytes: 1000,
    })(url, {});

  it.each([
    "http://example.com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/",
    "https://100.64.0.1/",
    "https://192.168.1.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://localhost/",
    "https://localhost:8443/",
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
  ])("is not asked: %s", async (url) => {
    await expect(ask(url)).rejects.toBeInstanceOf(AddressRefused);
  });

  it("is asked where the operator has named host and port", async () => {
    const { host, issuer } = hostile;
    expect((await ask(`${issuer}/keys`, [host])).status).toBe(200);
    await expect(ask(`${issuer}/keys`, ["127.0.0.1"])).rejects.toBeInstanceOf(AddressRefused);
  });

  it("is public or not", () => {
    const open = ["1.1.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::1"];
    const own = ["172.16.0.1", "172.31.255.255", "224.0.0.1", "::", "fec0::1", "no address"];
    expect(open.filter(isPublicAddress)).toEqual(open);
    expect(own.filter(isPublicAddress)).toEqual([]);
  });
});

/** Signed by somebody else. */
function otherKey(token: string): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const body = token.split(".").slice(0, 2).join(".");
  return `${body}.${createSign("sha256").update(body).sign(privateKey).toString("base64url")}`;
}

function changedClaims(token: string): string {
  const [header, claims = "", signature] = token.split(".");
  const all = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  const changed = Buffer.from(JSON.stringify({ ...all, email: "boss@example.com" }));
  return `${header}.${changed.toString("base64url")}.${signature}`;
}
