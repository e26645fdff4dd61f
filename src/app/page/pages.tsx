// Shows the panel whose address matches, if the guard allows it.
import { Suspense, useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { matchRoute, Redirect, Route, useLocation, useRouter, useSearch } from "wouter";
import { limits } from "../../domain/limits.ts";
import { panels } from "../../panels/index.ts";
import { pageNotFoundPanel } from "../../panels/page-not-found/panel.ts";
import { hasSignedOutAtom, isSignedInAtom, permissionsAtom } from "../../state/account/session.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { returnAddressAtom } from "../../state/settings/settings.ts";
import { chunk } from "../../ui/chunk.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { guard } from "./guard.ts";
import { Waiting } from "./waiting.tsx";

const Home = chunk(async () => (await import("./home.tsx")).Home, limits.chunkLoadMs);
export const Workbench = chunk(
  async () => (await import("../workbench/workbench.tsx")).Workbench,
  limits.chunkLoadMs,
);
const SettingsLayout = chunk(
  async () => (await import("../settings/settings-layout.tsx")).SettingsLayout,
  limits.chunkLoadMs,
);

const OfflinePage = chunk(
  async () => (await import("../offline/offline-page.tsx")).OfflinePage,
  limits.chunkLoadMs,
);

const NoPermission = chunk(
  async () => (await import("./no-permission.tsx")).NoPermission,
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

  const offline = useAtomValue(offlineAtom);
  const panel = pages.find(({ address }) => matchRoute(parser, address, path)[0]);
  // Who has signed out does not come back to the page: the next user of this browser need not know of it.
  const hasSignedOut = useAtomValue(hasSignedOutAtom);
  const requested = hasSignedOut ? "/" : `${path}${search ? `?${search}` : ""}${location.hash}`;
  const decision = guard(
    path === "/" ? home : panel,
    isSignedIn ? permissions : null,
    requested,
    offline && offline.plant_ids,
  );

  const setPlace = useSetAtom(returnAddressAtom);
  const isReturnPlace =
    "show" in decision &&
    decision.show === "panel" &&
    panel &&
    (panel.dock !== "settings" || panel.alone !== undefined) &&
    !panel.public;
  useEffect(() => {
    if (isReturnPlace) setPlace(requested);
  }, [isReturnPlace, requested, setPlace]);

  if ("redirect" in decision) return <Redirect to={decision.redirect} replace />;
  if (decision.show === "offline") return <OfflinePage isHome={path === "/"} />;
  if (decision.show === "no-permission") {
    return (
      <ErrorBoundary key="no-permission">
        <Suspense fallback={<Waiting />}>
          <NoPermission back={panel?.alone} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  if (path === "/") return <Home />;
  // The settings of a plant open beside it: the map stays mounted.
  const isOfPlant = panel?.dock === "map" || panel?.overview === "/plant/:id";
  if (panel?.dock === "settings" && !isOfPlant && decision.show === "panel") {
    return (
      <ErrorBoundary key="settings">
        <Suspense fallback={<Waiting />}>
          <Route path={panel.address}>
            <SettingsLayout panel={panel} />
          </Route>
        </Suspense>
      </ErrorBoundary>
    );
  }
  const { component: Page, address } =
    decision.show === "panel" && panel ? panel : pageNotFoundPanel;
  return (
    <ErrorBoundary key={isOfPlant ? "plant" : panel?.id}>
      <Suspense fallback={<Waiting />}>
        {panel && isOfPlant && decision.show === "panel" ? (
          <Route path={address}>
            <Workbench settings={panel.dock === "settings" ? panel : null} />
          </Route>
        ) : (
          <Route path={decision.show === "panel" ? address : "*"}>
            <Page />
          </Route>
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
