// The outermost component. Signed-out users load the sign-in pages only; signed-in users load the product.
import { Suspense, useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { loadPageWords } from "../client/i18n.ts";
import { removeLeftBehind } from "../client/left-behind.ts";
import { Router, type AroundNavHandler } from "wouter";
import { leave, forgetUnsaved, startLeaveGuard } from "../state/shell/leave.ts";
import { forgetBrands } from "../state/account/brand.ts";
import { hasSignedOutAtom, isSignedInAtom } from "../state/account/session.ts";
import { BrandLogoProvider } from "./brand/brand-logo-provider.tsx";
import { limits } from "../domain/limits.ts";
import { chunk } from "../ui/chunk.tsx";
import { ErrorBoundary } from "./page/error-boundary.tsx";
import { Pages, Workbench } from "./page/pages.tsx";
import { ProofStatus } from "./notice/proof-status.tsx";
import { Waiting } from "./page/waiting.tsx";

const SignedIn = chunk(async () => {
  if (/^\/plant\/\d+$/.test(location.pathname)) Workbench.loadAhead();
  const [page] = await Promise.all([import("./signed-in.tsx"), loadPageWords()]);
  return page.SignedIn;
}, limits.chunkLoadMs);

// Runs before the router subscribes: it must not see a step back that the user has to confirm.
startLeaveGuard();

/** Asks about unsaved changes before navigation. Replacing the address only corrects it, so nothing is asked. */
const navigateAfterQuestion: AroundNavHandler = (navigate, to, options) => {
  if (options?.replace) navigate(to, options);
  else leave(() => navigate(to, options));
};

export function Shell() {
  const isSignedIn = useAtomValue(isSignedInAtom);
  const hasSignedOut = useAtomValue(hasSignedOutAtom);
  const forget = useSetAtom(forgetBrands);
  useEffect(() => {
    if (!isSignedIn) forgetUnsaved();
  }, [isSignedIn]);
  useEffect(() => {
    if (!hasSignedOut) return;
    forget();
    // In every tab: each holds errors that it would write again.
    void removeLeftBehind();
  }, [forget, hasSignedOut]);
  return (
    <ErrorBoundary>
      <BrandLogoProvider>
        <Router aroundNav={navigateAfterQuestion}>
          <Suspense fallback={<Waiting />}>{isSignedIn ? <SignedIn /> : <Pages />}</Suspense>
        </Router>
      </BrandLogoProvider>
      {isSignedIn ? null : <ProofStatus />}
    </ErrorBoundary>
  );
}
