/** Headers of a call: the token that every call carries, and the proof that public calls add. */
export const botHeaders = {
  token: "x-bot-protection-token",
  proof: "x-bot-protection-proof",
} as const;
