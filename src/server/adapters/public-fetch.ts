// Requests to addresses that users have entered: HTTPS to public networks alone, without redirects, up to a size and a time.
import { lookup } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { isPermittedHost, type PermittedHosts } from "./permitted-host.ts";

/** An address that is never asked, whatever answers there. */
export class AddressRefused extends Error {}

export type PublicFetch = (
  url: string,
  init: {
    readonly method?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: string | undefined;
    readonly signal?: AbortSignal | null | undefined;
  },
) => Promise<Response>;

export type PublicFetchRules = {
  /** Hosts, with their ports, of the own network that may be asked, also by HTTP. */
  readonly hosts: ReadonlySet<string>;
  /** All others that may be asked. */
  readonly permitted: PermittedHosts;
  readonly timeoutMs: number;
  readonly mostBytes: number;
};

/** Networks of IPv4 that no public server has. */
const reserved = new BlockList();
for (const network of (
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4"
).split(" ")) {
  const [start = "", bits] = network.split("/");
  reserved.addSubnet(start, Number(bits), "ipv4");
}
/** Public servers with IPv6 are in 2000::/3, without what stands for addresses of IPv4 or for examples. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const reserved6 = new BlockList();
for (const [start, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  reserved6.addSubnet(start, bits, "ipv6");
}

/** True for an address that a server of the internet can have. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !reserved.check(address, "ipv4");
  return kind === 6 && global6.check(address, "ipv6") && !reserved6.check(address, "ipv6");
}

/** Resolves a name, and refuses it if one of its addresses is not public. The connection goes to what was checked. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) {
      return callback(new AddressRefused(`${hostname} is not public`), []);
    }
    if (options.all) return callback(null, found);
    return callback(null, found[0]?.address ?? "", found[0]?.family);
  });
};

export function openPublicFetch({
  hosts,
  permitted,
  timeoutMs,
  mostBytes,
}: PublicFetchRules): PublicFetch {
  return async (text, { method = "GET", headers, body, signal }) => {
    const url = new URL(text);
    const isOwn = hosts.has(url.host);
    if (url.protocol !== "https:" && !(isOwn && url.protocol === "http:")) {
      throw new AddressRefused(`${url.protocol} is not encrypted`);
    }
    if (!isOwn && !isPermittedHost(permitted, url.hostname)) {
      throw new AddressRefused(`${url.hostname} is not in OUTSIDE_HOSTS`);
    }
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    if (!isOwn && isIP(literal) !== 0 && !isPublicAddress(literal)) {
      throw new AddressRefused(`${literal} is not public`);
    }
    const limit = AbortSignal.timeout(timeoutMs);
    const ends = signal ? AbortSignal.any([signal, limit]) : limit;
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = send(
        url,
        {
          method,
          headers: { ...headers, "accept-encoding": "identity" },
          signal: ends,
          agent: false,
          ...(isOwn ? {} : { lookup: publicLookup }),
        },
        resolve,
      );
      asked.on("error", reject);
      asked.end(body);
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Leaving the loop by an error closes the connection.
      if (bytes > mostBytes) throw new RangeError(`an answer of more than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
    const status = answer.statusCode ?? 0;
    // A Response has no other, and none of these has a body.
    if (status > 599) throw new Error(`the status ${status} does not exist`);
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : Buffer.concat(chunks), {
      status,
      headers: { "content-type": answer.headers["content-type"] ?? "" },
    });
  };
}
