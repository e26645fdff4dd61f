// A region that scrolls by keyboard too: it takes the focus, and says what it holds.
import type { ReactNode } from "react";

type ScrollRegionProps = { label: string; className?: string | undefined; children: ReactNode };

export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <div className={className} role="group" tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}
