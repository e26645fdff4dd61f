// The bot-protection token: signed, valid for an hour, sent with every call. It does not identify anyone.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const botTokenMs = 60 * 60_000;
const payloadBytes = 16;
const maxCached = 10_000;

export type BotTokens = {
  issue(now: Date): { token: string; expires_at: string };
  isValid(token: string | undefined, now: Date): boolean;
};

/** Tokens are `expiry (8 bytes) + random (8 bytes) + HMAC-SHA256`, base64url. */
export function botTokens(key: Buffer): BotTokens {
  /** Cache: when each checked token expires, in milliseconds. Browsers send the same token with every call. */
  const expiries = new Map<string, number>();
  const sign = (payload: Buffer) => createHmac("sha256", key).update(payload).digest();
  return {
    issue(now) {
      const expires = now.getTime() + botTokenMs;
      const payload = Buffer.alloc(payloadBytes);
      payload.writeBigUInt64BE(BigInt(expires));
      randomBytes(8).copy(payload, 8);
      return {
        token: Buffer.concat([payload, sign(payload)]).toString("base64url"),
        expires_at: new Date(expires).toISOString(),
      };
    },
    isValid(token, now) {
      if (token === undefined || token.length > 100) return false;
      const cached = expiries.get(token);
      if (cached !== undefined) return cached > now.getTime();
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== payloadBytes + 32) return false;
      const payload = bytes.subarray(0, payloadBytes);
      if (!timingSafeEqual(bytes.subarray(payloadBytes), sign(payload))) return false;
      const expires = Number(payload.readBigUInt64BE());
      if (expiries.size >= maxCached) expiries.clear();
      expiries.set(token, expires);
      return expires > now.getTime();
    },
  };
}
