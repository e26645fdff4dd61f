// @vitest-environment happy-dom
// What a customer's own administrator sees at addresses of pages that only the provider's staff has.
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { loadWords, startWords, type Locale } from "../../client/i18n.ts";
import { rolePermissions } from "../../domain/account/role.ts";
import { settle, signedInStore } from "../../state/shell/signed-in.fixture.ts";
import { Pages } from "./pages.tsx";

vi.mock("../../client/call.ts", async () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

let root: Root | null = null;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function shown(address: string, language: Locale = "en") {
  await startWords(language);
  await loadWords(() => true);
  history.replaceState(null, "", address);
  const store = signedInStore(rolePermissions.customer_admin);
  const place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  await act(async () =>
    root?.render(
      <Provider store={store}>
        <Pages />
      </Provider>,
    ),
  );
  // The page is a chunk of its own.
  while (!place.querySelector("h1")) await act(settle);
  return {
    heading: place.querySelector("h1")?.textContent,
    text: place.textContent,
    links: [...place.querySelectorAll("a")].map((a) => [a.getAttribute("href"), a.textContent]),
  };
}

test("orders are not open to this role, in three languages, with the way back", async () => {
  const { heading, text, links } = await shown("/settings/orders");
  expect(heading).toBe("Not open to your role");
  expect(text).toContain("This page exists, but your role does not have the permission for it.");
  expect(text).not.toContain("Where am I?");
  expect(links).toEqual([["/", "Go to the home page"]]);
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  expect((await shown("/settings/orders", "es")).heading).toBe("No disponible para su rol");
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  expect((await shown("/settings/orders", "pt")).heading).toBe("Não disponível para sua função");
});

test("the page of an analysis leads back to the list of analyses", async () => {
  const { heading, links } = await shown("/analysis/3");
  expect(heading).toBe("Not open to your role");
  expect(links).toEqual([
    ["/analyses", "Analyses"],
    ["/", "Go to the home page"],
  ]);
});

test("an address that no page has is still not found", async () => {
  expect((await shown("/settings/nothing")).heading).toBe("Page not found");
});
