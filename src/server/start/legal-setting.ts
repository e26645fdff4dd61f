// Settings of what the provider has to publish.
import { address, optional, row } from "./setting-kind.ts";

export const legalSettings = {
  terms_url: row({
    name: "TERMS_URL",
    fallback: "",
    meaning:
      "Address of the provider's terms of service, which users accept when they register. Default: the terms that come with the app.",
    schema: optional(address("http", "https")),
  }),
  imprint_url: row({
    name: "IMPRINT_URL",
    fallback: "",
    meaning: "Address of the provider's imprint, for the sign-in page and the page about the app.",
    schema: optional(address("http", "https")),
  }),
} as const;
