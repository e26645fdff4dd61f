// Tasks of the page's thread that keep it from answering for over 50 ms, by the Long Tasks API of the W3C.

export type LongTasks = {
  readonly count: number;
  /** Milliseconds; 0 where there was none. */
  readonly longest_ms: number;
};

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Watches from now on; the returned function ends that. */
export function watchTasks(): () => Promise<LongTasks> {
  const lengths: number[] = [];
  const note = (entries: readonly PerformanceEntry[]) =>
    void lengths.push(...entries.map(({ duration }) => duration));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "longtask" });
  return async () => {
    // The task in which this was asked for is reported once it has ended.
    await nextFrame();
    await nextFrame();
    note(observer.takeRecords());
    observer.disconnect();
    return { count: lengths.length, longest_ms: Math.max(0, ...lengths) };
  };
}
