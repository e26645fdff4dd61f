// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { LegalLinks, TermsLink } from "./legal-links.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

/** The server answers this; null: it is not reached. */
const serve = (legal: object | null) =>
  vi.stubGlobal("fetch", () =>
    legal ? Promise.resolve(Response.json(legal)) : Promise.reject(new TypeError("no network")),
  );

/** React renders what has arrived before each look. */
const shown = (check: () => void) =>
  vi.waitFor(async () => {
    await act(settle);
    check();
  });
const links = () =>
  [...document.querySelectorAll("a")].map((link) => [link.textContent, link.href, link.target]);
const own = { terms_url: "https://provider.example/terms", imprint_url: null };

test("the provider's own terms and imprint are links to another tab", async () => {
  serve({ ...own, imprint_url: "https://provider.example/imprint" });
  await show(<LegalLinks />);
  await shown(() =>
    expect(links()).toEqual([
      ["Terms of service", "https://provider.example/terms", "_blank"],
      ["Imprint", "https://provider.example/imprint", "_blank"],
    ]),
  );
  expect(document.querySelector("button")).toBeNull();
});

test("without own ones the terms of the product open, and there is no imprint", async () => {
  serve({ terms_url: null, imprint_url: null });
  await show(<LegalLinks />);
  await shown(() => expect(text()).toBe("Terms of service"));
  expect(links()).toEqual([]);
  await act(async () => document.querySelector("button")!.click());
  await shown(() => expect(text()).toContain("These terms govern the use"));
});

test("where the server does not answer, no terms are shown", async () => {
  serve(null);
  await show(<TermsLink label="Read" />);
  expect(text()).toBe("");
  serve(own);
  await show(<TermsLink label="Read" />);
  await shown(() => expect(links()).toEqual([["Read", own.terms_url, "_blank"]]));
});
