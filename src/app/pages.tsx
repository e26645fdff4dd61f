// Which page the address shows: the panel that claims it, if the guard lets it.
import { lazy, Suspense } from "react";
import { useAtomValue } from "jotai";
import { matchRoute, Redirect, Route, useLocation, useRouter, useSearch } from "wouter";
import { panels } from "../panels/index.ts";
import { pageNotFoundPanel } from "../panels/page-not-found/panel.ts";
import { isSignedInAtom, permissionsAtom } from "../state/session.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { guard } from "./guard.ts";
import { Waiting } from "./waiting.tsx";

const Home = lazy(async () => ({ default: (await import("./home.tsx")).Home }));
const Workbench = lazy(async () => ({ default: (await import("./workbench.tsx")).Workbench }));

const pages = panels.filter(({ dock }) => dock === "page" || dock === "map");
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

  if ("redirect" in passage) return <Redirect to={passage.redirect} replace />;
  if (path === "/") return <Home />;
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
