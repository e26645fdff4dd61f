// Requests to shut the server down.

/**
 * Resolves at the first request: Ctrl-C, SIGTERM, a closed terminal, or the end of `start.mjs` (its
 * channel closes even when it is killed).
 */
export function shutdownRequest(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, resolve);
    if (process.channel) {
      process.channel.unref();
      process.once("disconnect", () => resolve("disconnect"));
    }
  });
}
