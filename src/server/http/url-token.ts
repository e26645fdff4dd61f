// Url tokens permit reading one address without headers, for downloads and image elements.
import { createHmac, timingSafeEqual } from "node:crypto";
import { limits } from "../../domain/limits.ts";

const hashBytes = 32;
const payloadBytes = hashBytes + 8;

/** The session hash in tokens for public calls. Such a token does not end with a session. */
export const noSession = Buffer.alloc(hashBytes);

export type UrlTokens = {
  /** @param session SHA-256 of the session's token; the url token ends with the session */
  issue(url: string, session: Buffer, now: Date): string;
  /** The session's hash if the token is valid for this address, else null. */
  open(token: string, url: string, now: Date): Buffer | null;
};

/**
 * Tokens are `masked session hash (32 bytes) + expiry (8 bytes) + HMAC-SHA256`, base64url; the signature
 * covers the address too. Addresses are path and query below the host, without the url token. The mask
 * keeps what the database knows of a session out of addresses, which end up in logs and histories.
 */
export function urlTokens(key: Buffer): UrlTokens {
  const sign = (payload: Buffer, url: string) =>
    createHmac("sha256", key).update(payload).update(url).digest();
  /** Masks the hash in a payload, and unmasks it again. */
  const mask = (payload: Buffer, url: string) => {
    const expiry = payload.subarray(hashBytes);
    const bytes = createHmac("sha256", key).update("mask").update(expiry).update(url).digest();
    for (let at = 0; at < hashBytes; at += 1) payload[at]! ^= bytes[at]!;
  };
  return {
    issue(url, session, now) {
      const payload = Buffer.alloc(payloadBytes);
      session.copy(payload);
      payload.writeBigUInt64BE(BigInt(now.getTime() + limits.urlTokenMs), hashBytes);
      const address = plainAddress(url);
      mask(payload, address);
      return Buffer.concat([payload, sign(payload, address)]).toString("base64url");
    },
    open(token, url, now) {
      if (token.length > 200) return null;
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== payloadBytes + 32) return null;
      const payload = bytes.subarray(0, payloadBytes);
      const isValid =
        timingSafeEqual(bytes.subarray(payloadBytes), sign(payload, plainAddress(url))) &&
        Number(payload.readBigUInt64BE(hashBytes)) > now.getTime();
      if (!isValid) return null;
      mask(payload, plainAddress(url));
      return Buffer.from(payload.subarray(0, hashBytes));
    },
  };
}

/** Path and query without the url token, as it is signed. */
export function plainAddress(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://server");
  searchParams.delete("url_token");
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

/** The address with a url token for it. */
export function signedAddress(urls: UrlTokens, url: string, session: Buffer, now: Date): string {
  return `${url}${url.includes("?") ? "&" : "?"}url_token=${urls.issue(url, session, now)}`;
}
