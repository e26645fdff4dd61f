// Proofs of work for calls open to the public: a challenge comes with each bot token, and a browser that
// solved it may ask one such call. Nothing is stored until a proof is used.
import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { limits } from "../../domain/limits.ts";
import { challengeShape, proofShape, type Challenge } from "../../domain/account/proof.ts";

/** Rounds of one derivation: what the server spends on a challenge, and a solver on each guess. */
const cost = 2000;
const longestProof = 2000;

export type Proofs = {
  /** @param token the bot token that the challenge goes out with */
  challenge(token: string, now: Date): Promise<Challenge>;
  /**
   * What names the solved challenge, and its end; null where it is not ours, is over, is not solved or
   * came with another token. That it opens one call only is for the caller to see to.
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
      const made = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost,
        // Bounded on both sides, so that nobody draws a challenge that takes many times as long.
        counter: randomInt(Math.floor(guesses / 2), Math.ceil(guesses * 1.5) + 1),
        data: { bot: nameOf(token), until: now.getTime() + limits.proofMs },
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return challengeShape.parse(made);
    },
    async open(proof, token, now) {
      const given = parsed(proof);
      if (given === null) return null;
      const { challenge, solution } = given;
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

function parsed(proof: string | undefined) {
  if (proof === undefined || proof.length > longestProof) return null;
  try {
    const text = Buffer.from(proof, "base64url").toString("utf8");
    return proofShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
