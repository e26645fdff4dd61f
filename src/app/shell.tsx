// The outermost page: signed out it is a sign-in page and nothing else is loaded; signed in it is the
// whole product.
import { Suspense, useEffect } from "react";
import { useAtomValue } from "jotai";
import { loadWords } from "../client/i18n.ts";
import { Router, type AroundNavHandler } from "wouter";
import { leave, forgetUnsaved, startLeaveGuard } from "../state/shell/leave.ts";
import { isSignedInAtom } from "../state/account/session.ts";
import { BrandLogoProvider } from "./brand/brand.tsx";
import { limits } from "../domain/limits.ts";
import { chunk } from "../ui/chunk.tsx";
import { ErrorBoundary } from "./page/error-boundary.tsx";
import { Pages } from "./page/pages.tsx";
import { ProofStatus } from "./notice/proof-status.tsx";
import { Waiting } from "./page/waiting.tsx";

const SignedIn = chunk(async () => {
  await loadWords(() => true);
  return (await import("./signed-in.tsx")).SignedIn;
}, limits.chunkLoadMs);

// Before the router listens: a step back that is held must not reach it.
startLeaveGuard();

/** Whatever leads elsewhere asks first; replacing the address only corrects it. */
const askFirst: AroundNavHandler = (navigate, to, options) => {
  if (options?.replace) navigate(to, options);
  else leave(() => navigate(to, options));
};

export function Shell() {
  const isSignedIn = useAtomValue(isSignedInAtom);
  useEffect(() => {
    if (!isSignedIn) forgetUnsaved();
  }, [isSignedIn]);
  return (
    <ErrorBoundary>
      <BrandLogoProvider>
        <Router aroundNav={askFirst}>
          <Suspense fallback={<Waiting />}>{isSignedIn ? <SignedIn /> : <Pages />}</Suspense>
        </Router>
      </BrandLogoProvider>
      {isSignedIn ? null : <ProofStatus />}
    </ErrorBoundary>
  );
}
