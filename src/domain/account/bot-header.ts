/** Request headers: every call carries the token, public calls add the proof of work. */
export const botHeaders = {
  token: "x-bot-protection-token",
  proof: "x-bot-protection-proof",
} as const;
