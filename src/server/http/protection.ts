// What a request must bring before it is read: a bot token, a proof of work, or a signed address.
import type { FastifyRequest } from "fastify";
import { apiDescription } from "../../api/description.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { botHeaders } from "../../domain/account/bot-header.ts";
import { failure, proofRequired } from "../../domain/error.ts";
import type { Database, Services } from "../context.ts";
import { takeProof } from "../store/account/used-proof.ts";
import { accessTokenOf } from "./access-caller.ts";
import { urlTokenOf } from "./authenticate.ts";
import type { BotTokens } from "./bot-token.ts";
import type { Proofs } from "./proof.ts";
import type { UrlTokens } from "./url-token.ts";

type ProtectionParts = {
  readonly services: Pick<Services, "now" | "settings">;
  readonly ownerDb: Database;
  readonly bots: BotTokens;
  readonly proofs: Proofs;
  readonly urls: UrlTokens;
};

/**
 * Requires a valid bot token, and an unused proof of work for public calls. A url token replaces both; an access token
 * replaces the bot token.
 * @throws INVALID_BOT_TOKEN, and PROOF_REQUIRED with a challenge where the token alone is not enough
 */
export async function checkBotProtection(
  parts: ProtectionParts,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  if (endpoint.open) return;
  if (!endpoint.public && urlTokenOf(request) !== undefined) return;
  // Its secret cannot be guessed, and programs have no page that gives them a bot token.
  if (!endpoint.public && accessTokenOf(request) !== null) return;
  const now = parts.services.now();
  const token = String(request.headers[botHeaders.token]);
  if (!parts.bots.isValid(token, now)) throw failure("INVALID_BOT_TOKEN");
  if (!endpoint.public) return;
  const proof = await parts.proofs.open(String(request.headers[botHeaders.proof]), token, now);
  if (proof !== null && (await takeProof(parts.ownerDb, proof.id, proof.expires_at))) return;
  throw proofRequired({
    challenge: await parts.proofs.challenge(token, now),
    header: botHeaders.proof,
    description: `${parts.services.settings.public_url}${apiDescription.proof}#proof`,
  });
}

/** @throws TOKEN_EXPIRED without a valid url token for exactly this address */
export function checkSigned({ urls, services }: ProtectionParts, request: FastifyRequest): void {
  const token = urlTokenOf(request) ?? "";
  if (urls.open(token, request.url, services.now()) === null) throw failure("TOKEN_EXPIRED");
}
