// Signing in and out, and the session.
import { z } from "zod";
import { challengeShape } from "../../domain/account/proof.ts";
import { diagnosticReportShape } from "../../domain/diagnostic.ts";
import {
  loginAnswerShape,
  meShape,
  permissionShape,
  sessionAnswerShape,
} from "../../domain/account/session.ts";
import { endpoint } from "../endpoint.ts";
import { exactLineShape } from "../../domain/text.ts";

const keyParams = z.object({ key: exactLineShape.min(1).max(200) });
const codeBody = z.object({ security_code: exactLineShape.min(1).max(40) });
const botTokenShape = z.object({
  token: z.string(),
  expires_at: z.string(),
  /** The browser solves it before a public call. Solution and token together are valid once. */
  challenge: challengeShape,
});
const done = z.object({ done: z.literal(true) });

export const sessionApi = {
  ping: endpoint({
    method: "GET",
    path: "/auth/ping",
    summary: "Answers pong.",
    public: true,
    open: true,
    permission: null,
    scope: null,
    answer: z.literal("pong"),
  }),
  botProtectionToken: endpoint({
    method: "GET",
    path: "/bot-protection-token",
    summary:
      "A short-lived signed token that every call carries, and the challenge for public calls.",
    public: true,
    open: true,
    permission: null,
    scope: null,
    answer: botTokenShape,
  }),
  /** E-mail and password as HTTP basic credentials. */
  login: endpoint({
    method: "POST",
    path: "/auth/login",
    summary: "First factor; answers the kind of the second factor.",
    public: true,
    permission: null,
    scope: null,
    answer: loginAnswerShape,
  }),
  confirmEmailLogin: endpoint({
    method: "POST",
    path: "/confirm-email-login/{key}",
    summary: "Second factor by e-mailed code.",
    public: true,
    permission: null,
    scope: null,
    params: keyParams,
    body: codeBody,
    answer: sessionAnswerShape,
  }),
  confirmEmailLoginResend: endpoint({
    method: "POST",
    path: "/confirm-email-login-resend/{key}",
    summary: "Sends the e-mailed code again.",
    public: true,
    permission: null,
    scope: null,
    params: keyParams,
    answer: done,
  }),
  confirmTotpLogin: endpoint({
    method: "POST",
    path: "/confirm-totp-login/{key}",
    summary: "Second factor by authenticator code, or by one of the user's recovery codes.",
    public: true,
    permission: null,
    scope: null,
    params: keyParams,
    body: codeBody,
    answer: sessionAnswerShape,
  }),
  logout: endpoint({
    method: "POST",
    path: "/auth/logout",
    summary: "Ends the session at once.",
    permission: null,
    scope: null,
    answer: done,
  }),
  reloadPermissions: endpoint({
    method: "POST",
    path: "/auth/user/reload-permissions",
    summary: "The current permissions of the session.",
    permission: null,
    scope: null,
    answer: z.object({
      permissions: z.array(permissionShape),
      is_admin: z.boolean(),
      is_super_admin: z.boolean(),
    }),
  }),
  me: endpoint({
    method: "GET",
    path: "/auth/user/me",
    summary: "The signed-in user.",
    permission: null,
    scope: null,
    answer: meShape,
    offline: "session",
  }),
  permissions: endpoint({
    method: "GET",
    path: "/auth/user/permissions",
    summary: "Names of the session's permissions.",
    permission: null,
    scope: null,
    answer: z.array(permissionShape),
  }),
  updateAppVersion: endpoint({
    method: "POST",
    path: "/auth/user/update-app-version",
    summary: "Reports the version of the app in the browser.",
    permission: null,
    scope: null,
    body: z.object({ used_webapp_version: exactLineShape.max(100) }),
    answer: done,
  }),
  sendDiagnostics: endpoint({
    method: "POST",
    path: "/auth/user/send-diagnostics",
    summary: "Reports errors that happened in the browser.",
    permission: null,
    scope: null,
    body: z.object({ errors: z.array(diagnosticReportShape).max(50) }),
    answer: done,
  }),
  generateUrlToken: endpoint({
    method: "POST",
    path: "/auth/user/generate-url-token",
    summary: "A token for one address that the viewer can read now, valid for ten minutes.",
    permission: null,
    scope: null,
    body: z.object({ url: exactLineShape.max(2000) }),
    answer: z.object({ url_token: z.string() }),
  }),
  validateUrlToken: endpoint({
    method: "GET",
    path: "/auth/ortho-mosaic/validate/{url_token}",
    summary:
      "Whether a URL token still reads an address, such as a tile of an orthomosaic, as the viewer who asked for it.",
    permission: null,
    scope: null,
    params: z.object({ url_token: exactLineShape.max(200) }),
    query: z.object({ url: exactLineShape.max(2000) }),
    answer: z.object({ is_valid: z.boolean() }),
  }),
};
