// Routes of the demo: single-use sign-in links and the mailbox. They do not exist in production.
import { failure, isFailure } from "../../domain/error.ts";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { limits } from "../../domain/limits.ts";
import type { Database, Services } from "../context.ts";
import { addDemoMail } from "./demo-mail.ts";
import { sendDemoMessage, sendDemoPage } from "./demo-page.ts";
import { escapeHtml } from "../mail/mail-page.ts";
import { isLoopback } from "../start/mode-setting.ts";
import { openSessionFor } from "../account/session-answer.ts";
import { isActive, readAccount } from "../store/account/account.ts";
import {
  createConfirmation,
  tryConfirmation,
  useConfirmation,
} from "../store/account/confirmation.ts";

type Parts = { readonly services: Services; readonly ownerDb: Database };

/** Key of the session in the local storage of the browser (src/client/local.ts). */
const sessionKey = "auth";

/** Creates a link that signs this account in once, within 15 minutes. */
export async function makeSignInLink(
  { settings, now }: Pick<Services, "settings" | "now">,
  ownerDb: Database,
  account_id: number,
): Promise<string> {
  const expires_at = new Date(now().getTime() + limits.signInLinkMs);
  const key = await createConfirmation(ownerDb, {
    account_id,
    kind: "demo_sign_in",
    code: null,
    expires_at,
  });
  return `${settings.public_url}/demo/sign-in/${key}`;
}

/** Both the connection and, behind a proxy, who is behind it; and the name that was asked for, which a page may rebind. */
function isOfThisMachine({ ip, socket, hostname }: FastifyRequest): boolean {
  const name = hostname.replace(/:\d+$/, "");
  return isLoopback(ip) && isLoopback(socket.remoteAddress ?? "") && isLoopback(name);
}

export async function addDemoRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { settings } = parts.services;
  if (settings.production) return;
  // The fence hangs on the routes themselves: an address can be written in many ways that the router takes for the same.
  await app.register(async (demo) => {
    if (settings.demo !== "public") {
      demo.addHook("onRequest", async (request) => {
        if (!isOfThisMachine(request)) throw failure("RESOURCE_NOT_FOUND");
      });
    }
    addRoutes(demo, parts);
  });
}

function addRoutes(app: FastifyInstance, { services, ownerDb }: Parts): void {
  addDemoMail(app, join(services.settings.data_dir, "mail"));

  const path = "/demo/sign-in/:key";
  // Chats and mail scanners ask for HEAD to show a preview. The link must stay unused.
  app.head(path, async (_, reply) => reply.header("cache-control", "no-store").send());
  const options = { exposeHeadRoute: false };
  app.get<{ Params: { key: string } }>(path, options, async (request, reply) => {
    const { key } = request.params;
    const at = services.now();
    const row = await tryConfirmation(ownerDb, key, "demo_sign_in", at);
    const found = row && (await readAccount(ownerDb, row.account_id));
    const parts = { ownerDb, now: services.now, request_id: request.id };
    const opened =
      found && isActive(found)
        ? await openSessionFor(parts, found, { action: "demo_sign_in" }, (db) =>
            useConfirmation(db, key, at),
          ).catch(overAsNull)
        : null;
    if (opened === null) {
      const file = escapeHtml(join(services.settings.data_dir, "demo.json"));
      return sendDemoMessage(
        reply.code(410),
        "This sign-in link has ended",
        `<p>Each link works once, for 15 minutes.</p><p>The server writes new ones at every start: run <code>npm start</code> again and open <code>${file}</code>, or sign in with the e-mail address and the password in that file.</p><a class="act" href="/login">Sign in</a>`,
      );
    }
    const session = JSON.stringify(opened);
    // The session is in an element, because a name in it could end a script.
    const script = `localStorage.setItem(${JSON.stringify(sessionKey)}, document.getElementById("session").textContent); location.replace("/");`;
    return sendDemoPage(
      reply,
      "Signing in",
      `<p id="session" hidden>${escapeHtml(session)}</p><noscript>Signing in needs JavaScript.</noscript>`,
      script,
    );
  });
}

/** Null for a link that another request has used up meanwhile. */
function overAsNull(error: unknown): null {
  if (isFailure(error)) return null;
  throw error;
}
