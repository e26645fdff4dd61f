// The outermost page: signed out it is a sign-in page and nothing else is loaded; signed in it is the
// whole product.
import { lazy, Suspense } from "react";
import { useAtomValue } from "jotai";
import { Toaster } from "sonner";
import { loadWords } from "../client/i18n.ts";
import { isSignedInAtom } from "../state/session.ts";
import { t } from "../state/locale.ts";
import { isDarkAtom } from "../state/theme.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Pages } from "./pages.tsx";
import { Waiting } from "./waiting.tsx";

const SignedIn = lazy(async () => {
  await loadWords(() => true);
  return { default: (await import("./signed-in.tsx")).SignedIn };
});

export function Shell() {
  const isSignedIn = useAtomValue(isSignedInAtom);
  const isDark = useAtomValue(isDarkAtom);
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting />}>{isSignedIn ? <SignedIn /> : <Pages />}</Suspense>
      <Toaster
        position="bottom-center"
        theme={isDark ? "dark" : "light"}
        containerAriaLabel={t("shell:messages")}
        toastOptions={{ closeButton: true, closeButtonAriaLabel: t("shell:close") }}
      />
    </ErrorBoundary>
  );
}
