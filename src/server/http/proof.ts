// Proofs of work for public calls. Each bot token comes with a challenge; a browser that has solved it
// can make one public call. Nothing is stored until a proof is used.
import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { limits } from "../../domain/limits.ts";
import { challengeShape, proofShape, type Challenge } from "../../domain/account/proof.ts";

/** Hash rounds of one derivation: the work of the server per challenge, and of a solver per guess. */
const cost = 2000;
const maxProofLength = 2000;

export type Proofs = {
  /** @param token the bot token that the challenge is sent with */
  challenge(token: string, now: Date): Promise<Challenge>;
  /**
   * The ID and expiry of a solved challenge. Null if it is forged, expired, not solved or belongs to
   * another token. The caller makes sure that it is used once.
   */
  open(
    proof: string | undefined,
    token: string,
    now: Date,
  ): Promise<{ id: string; expires_at: Date } | null>;
};

/** @param work thousands of hash rounds that a solver needs on average */
export function proofs(key: Buffer, work: number): Proofs {
  const secretOf = (name: string) => createHmac("sha256", key).update(name).digest("hex");
  const hmacSignatureSecret = secretOf("challenge");
  const hmacKeySignatureSecret = secretOf("solution");
  const guesses = (work * 1000) / cost;
  const nameOf = (token: string) =>
    createHmac("sha256", key).update(token).digest("base64url").slice(0, 22);

  return {
    async challenge(token, now) {
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost,
        // Bounded on both sides, so that no challenge takes many times as long as others.
        counter: randomInt(Math.floor(guesses / 2), Math.ceil(guesses * 1.5) + 1),
        data: { bot: nameOf(token), until: now.getTime() + limits.proofMs },
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return challengeShape.parse(challenge);
    },
    async open(proof, token, now) {
      const parsed = parseProof(proof);
      if (parsed === null) return null;
      const { challenge, solution } = parsed;
      const { nonce, data } = challenge.parameters;
      if (data.bot !== nameOf(token) || data.until <= now.getTime()) return null;
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return verified ? { id: nonce, expires_at: new Date(data.until) } : null;
    },
  };
}

function parseProof(proof: string | undefined) {
  if (proof === undefined || proof.length > maxProofLength) return null;
  try {
    const text = Buffer.from(proof, "base64url").toString("utf8");
    return proofShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
