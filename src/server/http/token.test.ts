import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { botTokens, botTokenMs } from "./bot-token.ts";
import { plainAddress, urlTokens } from "./url-token.ts";

const now = new Date("2026-05-01T10:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);

describe("a url token", () => {
  const tokens = urlTokens(randomBytes(32));
  const session = randomBytes(32);
  const url = "/api/auth/plant/1/field-geometry/file?format=kml";
  const token = tokens.issue(url, session, now);

  it("opens exactly the address it was made for, also with itself in the query", () => {
    expect(tokens.open(token, url, now)).toEqual(session);
    expect(tokens.open(token, `${url}&url_token=${token}`, now)).toEqual(session);
    expect(tokens.open(token, url.replace("plant/1", "plant/2"), now)).toBeNull();
    expect(tokens.open(token, url.replace("kml", "geojson"), now)).toBeNull();
    expect(tokens.open(token, `${url}&more=1`, now)).toBeNull();
  });

  it("ends after ten minutes", () => {
    expect(tokens.open(token, url, later(599_000))).toEqual(session);
    expect(tokens.open(token, url, later(600_000))).toBeNull();
  });

  it("is worth nothing when changed anywhere or signed with another key", () => {
    const bytes = Buffer.from(token, "base64url");
    for (let place = 0; place < bytes.length; place += 1) {
      const forged = Buffer.from(bytes);
      forged[place] = (forged[place] ?? 0) ^ 1;
      expect(tokens.open(forged.toString("base64url"), url, now)).toBeNull();
    }
    const other = urlTokens(randomBytes(32)).issue(url, session, now);
    expect(tokens.open(other, url, now)).toBeNull();
    expect(tokens.open("", url, now)).toBeNull();
  });

  it("is taken out of the address it signs", () => {
    expect(plainAddress("/a?url_token=x")).toBe("/a");
    expect(plainAddress("/a?b=1&url_token=x&c=%20")).toBe("/a?b=1&c=+");
  });
});

describe("a bot-protection token", () => {
  const tokens = botTokens(randomBytes(32));
  const { token, expires_at } = tokens.issue(now);

  it("is good until it ends", () => {
    expect(expires_at).toBe(later(botTokenMs).toISOString());
    expect(tokens.isValid(token, later(botTokenMs - 1))).toBe(true);
    expect(tokens.isValid(token, later(botTokenMs))).toBe(false);
  });

  it("cannot be made or lengthened elsewhere", () => {
    const bytes = Buffer.from(token, "base64url");
    bytes[0] = 1;
    for (const forged of [bytes.toString("base64url"), "", undefined, token.slice(1)]) {
      expect(tokens.isValid(forged, now)).toBe(false);
    }
    expect(tokens.isValid(botTokens(randomBytes(32)).issue(now).token, now)).toBe(false);
  });
});
