// Settings of sign-ins and sessions.
import { z } from "zod";
import { hostList, hostNames, integer, optional, row } from "./setting-kind.ts";

export const signInSettings = {
  first_admin_email: row({
    name: "FIRST_ADMIN_EMAIL",
    fallback: "",
    meaning:
      "E-mail address of the first super admin. Each start sends an invitation until a user has registered.",
    schema: optional(z.email("must be an e-mail address")),
  }),
  session_idle_minutes: row({
    name: "SESSION_IDLE_MINUTES",
    fallback: "60",
    meaning: "A session ends after this time without a request.",
    schema: integer(1, 10_080),
  }),
  session_absolute_minutes: row({
    name: "SESSION_ABSOLUTE_MINUTES",
    fallback: "720",
    meaning: "A session always ends after this time.",
    schema: integer(1, 43_200),
  }),
  single_sign_on_hosts: row({
    name: "SINGLE_SIGN_ON_HOSTS",
    fallback: "",
    meaning:
      "Sign-in services of customers in the own network, as `HOST:PORT` separated by commas. They may be asked, also by HTTP. All others must be public and use HTTPS.",
    schema: hostList,
  }),
  webhook_hosts: row({
    name: "WEBHOOK_HOSTS",
    fallback: "",
    meaning:
      "Receivers of webhooks in the own network, as `HOST:PORT` separated by commas, for demos and tests. They may be asked, also by HTTP. All others must be public and use HTTPS; in production a start with this setting is refused.",
    schema: hostList,
  }),
  outside_hosts: row({
    name: "OUTSIDE_HOSTS",
    fallback: "",
    meaning:
      "The only hosts that may be asked beside those that other settings name: those of customers' sign-in services, of their webhooks, and the stores that FlightHub names. Separated by commas, `*.example.com` for all below, `none` for none. Default: all public hosts.",
    schema: hostNames,
  }),
  bot_protection_work: row({
    name: "BOT_PROTECTION_WORK",
    fallback: "300",
    meaning:
      "Average work, in thousands of hash rounds, that a browser does before each public call, such as a sign-in.",
    schema: integer(2, 10_000),
  }),
} as const;
