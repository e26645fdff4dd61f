// Signing in and out, and the data of the own session.
import type { AnswerOf } from "../../../api/endpoint.ts";
import type { sessionApi } from "../../../api/account/session.ts";
import { failure, isFailure } from "../../../domain/error.ts";
import { permissionNames, type Permission } from "../../../domain/account/permission.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { readMe } from "../../account/me.ts";
import type { SignIn } from "../../account/sign-in.ts";
import { storeAppVersion } from "../../store/account/account.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { storeDiagnostics } from "../../store/diagnostic.ts";
import { endSession, openSessions, renewPermissions } from "../../store/account/session.ts";
import { countReport } from "../../account/report-limit.ts";
import { viewerOf } from "../../account/viewer.ts";

/** Functions of the HTTP server that these handlers use. */
export type SessionParts = {
  readonly signIn: SignIn;
  issueBotToken(now: Date): Promise<AnswerOf<typeof sessionApi.botProtectionToken>>;
  /** Whether a URL token is signed for the address, has not expired and belongs to the session. */
  isUrlTokenValid(token: string, url: string, session_hash: Buffer, now: Date): boolean;
  /** Throws if the viewer must not read the address. */
  checkAddress(context: Context, url: string): Promise<void>;
};

const beforeSignIn = "There is no viewer before the sign-in.";
const ownSession = "The role that serves requests cannot read sessions.";
const ownAccount = "The viewer's own account is not visible while staff act for a customer.";
const done = { done: true } as const;

export function sessionHandlers(parts: SessionParts): Handlers<typeof sessionApi> {
  const { signIn } = parts;
  return {
    ping: async () => "pong",
    botProtectionToken: async ({ now }) => parts.issueBotToken(now()),
    login: { needsOwner: beforeSignIn, answer: (context) => signIn.begin(context) },
    confirmEmailLogin: {
      needsOwner: beforeSignIn,
      answer: (context, { params, body }) =>
        signIn.confirm(context, "email_login", params.key, body.security_code),
    },
    confirmTotpLogin: {
      needsOwner: beforeSignIn,
      answer: (context, { params, body }) =>
        signIn.confirm(context, "totp_login", params.key, body.security_code),
    },
    confirmEmailLoginResend: {
      needsOwner: beforeSignIn,
      async answer(context, { params }) {
        await signIn.resend(context, params.key);
        return done;
      },
    },
    logout: {
      needsOwner: ownSession,
      async answer(context) {
        await changeWithAudit(
          { ...context, db: context.ownerDb },
          (db) => endSession(db, context.session_hash),
          () => ({ action: "sign_out" }),
        );
        return done;
      },
    },
    reloadPermissions: {
      needsOwner: ownSession,
      async answer({ ownerDb, session_hash, viewer }) {
        await renewPermissions(ownerDb, session_hash);
        // Read after the renewal: a later change requires another reload.
        const row = await openSessions(ownerDb)(session_hash);
        if (!row) throw failure("INVALID_TOKEN");
        const { permissions, is_admin, is_super_admin } = viewerOf(row, viewer.locale);
        return { permissions: inOrder(permissions), is_admin, is_super_admin };
      },
    },
    me: {
      needsOwner: ownAccount,
      answer: ({ ownerDb, viewer, settings }) => readMe(ownerDb, viewer, settings),
    },
    permissions: async ({ viewer }) => inOrder(viewer.permissions),
    updateAppVersion: {
      needsOwner: ownAccount,
      async answer({ ownerDb, viewer }, { body }) {
        await storeAppVersion(ownerDb, viewer.account_id, body.used_webapp_version);
        return done;
      },
    },
    sendDiagnostics: {
      needsOwner: ownAccount,
      async answer({ ownerDb, viewer }, { body }) {
        await countReport(ownerDb, viewer.account_id, body.errors.length);
        await storeDiagnostics(ownerDb, viewer.account_id, body.errors);
        return done;
      },
    },
    async generateUrlToken(context, { body }) {
      await parts.checkAddress(context, body.url);
      const signed = new URL(context.signUrl(body.url), "http://server");
      return { url_token: signed.searchParams.get("url_token") ?? "" };
    },
    async validateUrlToken(context, { params: { url_token }, query: { url } }) {
      const { session_hash, now } = context;
      if (!parts.isUrlTokenValid(url_token, url, session_hash, now())) return { is_valid: false };
      // What the token was signed for may have been taken from the viewer since.
      const isReadable = await parts.checkAddress(context, url).then(
        () => true,
        (cause: unknown) => {
          if (isFailure(cause)) return false;
          throw cause;
        },
      );
      return { is_valid: isReadable };
    },
  };
}

/** The permissions in the order of the catalogue. */
function inOrder(held: ReadonlySet<Permission>): Permission[] {
  return permissionNames.filter((permission) => held.has(permission));
}
