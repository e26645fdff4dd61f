// The page /metrics on a port of its own.
import { createServer, type RequestListener } from "node:http";
import type { Logger } from "pino";
import { portFault } from "../start/port.ts";
import type { Metrics } from "./metrics.ts";

export type MetricsServer = {
  readonly port: number;
  close(): Promise<void>;
};

/**
 * Listens on the address; port 0 takes any free port.
 * @throws a start fault if the port is taken or forbidden, or the host is not this machine
 */
export async function openMetricsServer(
  metrics: Metrics,
  { host, port, log }: { host: string; port: number; log: Pick<Logger, "error"> },
): Promise<MetricsServer> {
  const server = createServer(answerer(metrics, log));
  server.requestTimeout = 10_000;
  await new Promise<void>((listening, refuse) => {
    server.once("error", (error) => refuse(portFault(error, { host, port }, "METRICS_")));
    server.listen(port, host, listening);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function answerer(metrics: Metrics, log: Pick<Logger, "error">): RequestListener {
  return (request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404).end();
    } else if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
    } else {
      metrics.text().then(
        (text) =>
          response
            .writeHead(200, { "content-type": metrics.contentType, "cache-control": "no-store" })
            .end(text),
        (error: unknown) => {
          log.error(error, "the metrics could not be written");
          response.writeHead(500).end();
        },
      );
    }
  };
}
