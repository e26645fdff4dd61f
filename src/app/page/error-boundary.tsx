// Catches errors of a part of the page, gives each an id and offers to try again.
import { Component, type ReactNode } from "react";
import { BrokenPart } from "./broken-part.tsx";
import { recordFault } from "../../client/diagnostics.ts";
import { isChunkFault } from "../../ui/chunk.tsx";

type Props = { children: ReactNode };
type State = {
  fault: { error_id: string; message: string } | null;
  /** Loads the broken part again. */
  retry?: () => void;
};

/** A class, because React has no hook for error boundaries. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { fault: null };

  static getDerivedStateFromError(cause: unknown): State {
    const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    const fault = { error_id: crypto.randomUUID().slice(0, 8), message };
    return isChunkFault(cause) ? { fault, retry: cause.retry } : { fault };
  }

  override componentDidCatch(): void {
    if (this.state.fault) recordFault(this.state.fault);
  }

  override render(): ReactNode {
    const { fault, retry } = this.state;
    if (!fault) return this.props.children;
    const onRetry = () => {
      retry?.();
      this.setState({ fault: null });
    };
    return <BrokenPart fault={fault} isMissing={retry !== undefined} onRetry={onRetry} />;
  }
}
