// A part that is loaded when it is first shown. While it loads, what stands around it stays; so it does where the
// part cannot be loaded.
import { Suspense, type ReactNode } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";

export function LatePart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
