// The list of outside systems that the operator permits, beside those that a setting of its own names.

/** Names of hosts, with `*.` for all below; null permits all, as far as other rules do. */
export type PermittedHosts = readonly string[] | null;

/** True where the list has the host. Ports do not matter. */
export function isPermittedHost(permitted: PermittedHosts, hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return (
    permitted === null ||
    permitted.some((name) => (name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name))
  );
}
