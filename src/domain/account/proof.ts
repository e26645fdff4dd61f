// Proof of work: what a browser computes before a call that is open to the public.
import { z } from "zod";

const hex = z.string().regex(/^[0-9a-f]*$/);

/** A challenge in the form of the altcha libraries, bound to the token it came with. */
export const challengeShape = z.object({
  parameters: z.object({
    algorithm: z.literal("PBKDF2/SHA-256"),
    nonce: hex,
    salt: hex,
    /** Rounds of one derivation. */
    cost: z.number().int(),
    keyLength: z.number().int(),
    /** The derived key must begin with this. */
    keyPrefix: hex,
    keySignature: hex,
    data: z.object({
      /** ID of the bot token. */
      bot: z.string(),
      /** End of the challenge, milliseconds since 1970 by the server's clock. */
      until: z.number().int(),
    }),
  }),
  signature: hex,
});
export type Challenge = z.infer<typeof challengeShape>;

/** Content of the proof header, as JSON in base64url. */
export const proofShape = z.object({
  challenge: challengeShape,
  solution: z.object({ counter: z.number().int(), derivedKey: hex }),
});
