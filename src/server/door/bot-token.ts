// The bot-protection token: signed, short-lived, carried by every call. It proves no identity.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const botTokenMs = 60 * 60_000;
const payloadBytes = 16;
const mostKept = 10_000;

export type BotTokens = {
  issue(now: Date): { token: string; expires_at: string };
  isValid(token: string | undefined, now: Date): boolean;
};

/** Tokens are `expiry (8 bytes) + random (8 bytes) + HMAC-SHA256`, base64url. */
export function botTokens(key: Buffer): BotTokens {
  /** When tokens that were checked once end, in milliseconds: browsers send theirs with every call. */
  const ends = new Map<string, number>();
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
      const known = ends.get(token);
      if (known !== undefined) return known > now.getTime();
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== payloadBytes + 32) return false;
      const payload = bytes.subarray(0, payloadBytes);
      if (!timingSafeEqual(bytes.subarray(payloadBytes), sign(payload))) return false;
      const end = Number(payload.readBigUInt64BE());
      if (ends.size >= mostKept) ends.clear();
      ends.set(token, end);
      return end > now.getTime();
    },
  };
}
