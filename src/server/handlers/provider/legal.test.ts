import { afterEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { Legal } from "../../../domain/provider/legal.ts";

let server: TestServer;
afterEach(() => server.close());

test.each<[Record<string, string>, Legal]>([
  [{}, { terms_url: null, imprint_url: null }],
  [
    {
      TERMS_URL: "https://provider.example/terms",
      IMPRINT_URL: "https://provider.example/imprint",
    },
    {
      terms_url: "https://provider.example/terms",
      imprint_url: "https://provider.example/imprint",
    },
  ],
])("settings %j are answered to everybody", async (environment, answer) => {
  server = await startTestServer(undefined, environment);
  const { status, body } = await server.ask(api.legal.read, null);
  expect([status, body]).toEqual([200, answer]);
});
