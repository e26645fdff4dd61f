// Settings of what leaves the machine as a log.
import { address, optional, row } from "./setting-kind.ts";

export const logSettings = {
  log_collector: row({
    name: "LOG_COLLECTOR",
    fallback: "",
    meaning:
      "Collector that gets each printed line and each entry of the audit trail as syslog (RFC 5424): `syslog+tls://HOST:6514`, or `syslog+tcp://HOST:601` within an own network. `NODE_EXTRA_CA_CERTS` names a file with the own authority of its certificate. Default: none.",
    schema: optional(address("syslog+tls", "syslog+tcp")),
  }),
} as const;
