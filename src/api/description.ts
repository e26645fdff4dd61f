// Where the API describes itself. In production only signed-in users and programs with an access token read it.

/** Addresses of this server. */
export const apiDescription = {
  /** For people, as HTML. */
  page: "/api/docs",
  /** OpenAPI 3.1, as JSON. */
  openApi: "/api/openapi.json",
  /** How a program solves the challenge of a public call: read without a session, because it comes before the sign-in. */
  proof: "/api/docs/proof",
} as const;
