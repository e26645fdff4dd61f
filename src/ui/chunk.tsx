// A component whose code is loaded when it is first shown. Unlike React's `lazy`, it has a timeout and can
// be retried after a failure.
import { lazy, useState, type ComponentType, type LazyExoticComponent } from "react";

/** Thrown if the code cannot be loaded. After `retry`, the next render loads it again. */
export type ChunkFault = Error & { readonly retry: () => void };

type Loading<Props> = LazyExoticComponent<ComponentType<Props>>;

/** A component that can be loaded before it is shown; then it is shown without a pause. */
export type ChunkComponent<Props> = ComponentType<Props> & { readonly loadAhead: () => void };

/**
 * Suspends until `load` resolves, then renders the loaded component. Throws a ChunkFault to the nearest
 * error boundary if `load` rejects or takes longer than `waitMs` milliseconds.
 */
export function chunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waitMs: number,
): ChunkComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  let running: Promise<ComponentType<Props>> | null = null;
  const loadOnce = (): Promise<ComponentType<Props>> => {
    running ??= within(load(), waitMs).then(
      (component) => (loaded = component),
      (cause: unknown) => {
        running = null;
        throw cause;
      },
    );
    return running;
  };
  const start = (): Loading<Props> =>
    lazy(async () => {
      try {
        return { default: await loadOnce() };
      } catch (cause) {
        const retry = () => {
          current = start();
        };
        throw Object.assign(cause instanceof Error ? cause : new Error(String(cause)), { retry });
      }
    });
  let current = start();
  function Chunk(props: Props) {
    // A mounted part keeps its kind: another one would mount it again.
    const [ready] = useState(() => loaded);
    const Body = ready ?? (current as ComponentType<Props>);
    return <Body {...props} />;
  }
  // A failure is shown by the part itself, which loads again.
  const loadAhead = () => void loadOnce().catch(() => undefined);
  return Object.assign(Chunk, { loadAhead });
}

async function within<Value>(loading: Promise<Value>, waitMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not loaded within ${waitMs / 1000} s`)), waitMs);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** True for a failed load, which can be retried. */
export function isChunkFault(cause: unknown): cause is ChunkFault {
  return cause instanceof Error && "retry" in cause;
}
