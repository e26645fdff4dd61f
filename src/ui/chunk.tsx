// A component whose code is loaded when it is first shown. React's `lazy` remembers a failure for ever, and
// waits for ever; this one fails after a while and can be tried again.
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** What is thrown where the code does not come; `retry` lets the next rendering load it again. */
export type ChunkFault = Error & { readonly retry: () => void };

type Loading<Props> = LazyExoticComponent<ComponentType<Props>>;

/**
 * Shows what `load` answers, and suspends until then. Throws a ChunkFault to the error boundary above
 * where `load` rejects or takes longer than `waitMs`.
 */
export function chunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waitMs: number,
): ComponentType<Props> {
  const start = (): Loading<Props> =>
    lazy(async () => {
      try {
        return { default: await within(load(), waitMs) };
      } catch (cause) {
        const retry = () => {
          current = start();
        };
        throw Object.assign(cause instanceof Error ? cause : new Error(String(cause)), { retry });
      }
    });
  let current = start();
  return function Chunk(props: Props) {
    const Body = current as ComponentType<Props>;
    return <Body {...props} />;
  };
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

/** True where the fault can be tried again by loading. */
export function isChunkFault(cause: unknown): cause is ChunkFault {
  return cause instanceof Error && "retry" in cause;
}
