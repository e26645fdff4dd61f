// Which page the address shows: the panel that claims it, if the guard lets it.
import { Suspense, useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { matchRoute, Redirect, Route, useLocation, useRouter, useSearch } from "wouter";
import { limits } from "../../domain/limits.ts";
import { panels } from "../../panels/index.ts";
import { pageNotFoundPanel } from "../../panels/page-not-found/panel.ts";
import { isSignedInAtom, permissionsAtom } from "../../state/account/session.ts";
import { returnAddressAtom } from "../../state/settings/settings.ts";
import { chunk } from "../../ui/chunk.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { guard } from "./guard.ts";
import { Waiting } from "./waiting.tsx";

const Home = chunk(async () => (await import("./home.tsx")).Home, limits.chunkLoadMs);
const Workbench = chunk(
  async () => (await import("../workbench/workbench.tsx")).Workbench,
  limits.chunkLoadMs,
);
const SettingsDesk = chunk(
  async () => (await import("../settings/settings-desk.tsx")).SettingsDesk,
  limits.chunkLoadMs,
);

const pages = panels.filter(({ dock }) => dock === "page" || dock === "map" || dock === "settings");
const home = { id: "home", permission: null };

export function Pages() {
  const [path] = useLocation();
  const search = useSearch();
  const { parser } = useRouter();
  const permissions = useAtomValue(permissionsAtom);
  const isSignedIn = useAtomValue(isSignedInAtom);

  const panel = pages.find(({ address }) => matchRoute(parser, address, path)[0]);
  const wanted = `${path}${search ? `?${search}` : ""}${location.hash}`;
  const passage = guard(path === "/" ? home : panel, isSignedIn ? permissions : null, wanted);

  const keepPlace = useSetAtom(returnAddressAtom);
  const isPlace =
    "show" in passage &&
    passage.show === "panel" &&
    panel &&
    panel.dock !== "settings" &&
    !panel.public;
  useEffect(() => {
    if (isPlace) keepPlace(wanted);
  }, [isPlace, wanted, keepPlace]);

  if ("redirect" in passage) return <Redirect to={passage.redirect} replace />;
  if (path === "/") return <Home />;
  if (panel?.dock === "settings" && passage.show === "panel") {
    return (
      <ErrorBoundary key="settings">
        <Suspense fallback={<Waiting />}>
          <Route path={panel.address}>
            <SettingsDesk panel={panel} />
          </Route>
        </Suspense>
      </ErrorBoundary>
    );
  }
  const { component: Page, address } =
    passage.show === "panel" && panel ? panel : pageNotFoundPanel;
  return (
    <ErrorBoundary key={panel?.id}>
      <Suspense fallback={<Waiting />}>
        {panel?.dock === "map" && passage.show === "panel" ? (
          <Route path={address}>
            <Workbench />
          </Route>
        ) : (
          <Route path={passage.show === "panel" ? address : "*"}>
            <Page />
          </Route>
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
