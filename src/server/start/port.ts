// Determines the port before anything else starts: refuses a port that is in use, replaces 0 by a free one.

import { createServer } from "node:net";
import type { Settings } from "./settings.ts";
import { startFault, systemCode } from "./start-fault.ts";

/**
 * Tries the port and returns the settings with the real one, also in `public_url`.
 * @throws a start fault if the port is taken or forbidden, or the host is not this machine
 */
export async function findPort(settings: Settings): Promise<Settings> {
  const { host, port: configured } = settings;
  const probe = createServer();
  const port = await new Promise<number>((found, refuse) => {
    probe.once("error", (error) => refuse(portFault(error, settings)));
    probe.listen(configured, host, () => {
      const address = probe.address();
      found(typeof address === "object" && address ? address.port : configured);
    });
  });
  await new Promise((closed) => probe.close(closed));
  return { ...settings, port, public_url: settings.public_url.replace(/:0$/, `:${port}`) };
}

/** The start fault for a port that another program uses. */
export function portTaken(port: number, prefix = ""): Error {
  return startFault(
    `Port ${port} is taken by another program. Stop it, or set ${prefix}PORT to another port.`,
  );
}

/**
 * The start fault for an error of `listen`.
 * @param prefix what the names of the two settings begin with
 */
export function portFault(
  error: Error,
  { host, port }: Pick<Settings, "host" | "port">,
  prefix = "",
): Error {
  switch (systemCode(error)) {
    case "EADDRINUSE":
      return portTaken(port, prefix);
    case "EACCES":
      return startFault(
        `This user cannot open port ${port}. Set ${prefix}PORT to a number above 1023.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return startFault(`${prefix}HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}
