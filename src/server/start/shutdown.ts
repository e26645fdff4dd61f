// The ways a server is asked to end.

/**
 * Settles with the first sign: Ctrl-C, SIGTERM, the terminal closing, or the starter being gone
 * (`start.mjs` keeps a channel open that breaks even when it is killed).
 */
export function untilAsked(): Promise<string> {
  return new Promise((ask) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
    if (process.channel) {
      process.channel.unref();
      process.once("disconnect", () => ask("disconnect"));
    }
  });
}
