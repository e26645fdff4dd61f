// The outermost page: signed out it is a sign-in page and nothing else is loaded; signed in it is the
// whole product.
import { lazy, Suspense } from "react";
import { useAtomValue } from "jotai";
import { loadWords } from "../client/i18n.ts";
import { isSignedInAtom } from "../state/session.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Pages } from "./pages.tsx";
import { ProofStatus } from "./proof-status.tsx";
import { Waiting } from "./waiting.tsx";

const SignedIn = lazy(async () => {
  await loadWords(() => true);
  return { default: (await import("./signed-in.tsx")).SignedIn };
});

export function Shell() {
  const isSignedIn = useAtomValue(isSignedInAtom);
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting />}>{isSignedIn ? <SignedIn /> : <Pages />}</Suspense>
      {isSignedIn ? null : <ProofStatus />}
    </ErrorBoundary>
  );
}
