// The headers that keep a browser from doing more than the app asks for.
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Settings } from "../start/settings.ts";

/**
 * Fixed style texts that two libraries put into the page themselves: the toasts' sheet (empty first,
 * then filled) and the rule for touch on pressable elements. The journeys fail on any console error,
 * so an update that changes one of them is noticed there; the browser prints the new hash.
 */
const libraryStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
];

/** Origins of the map styles that the settings name; their tiles are expected there too. */
function mapOrigins(settings: Settings): string[] {
  const { map_style_url, map_style_dark_url, map_style_satellite_url } = settings;
  const urls = [map_style_url, map_style_dark_url, map_style_satellite_url];
  const origins = urls.map((url) => (url === null ? null : new URL(url).origin));
  return [...new Set(origins.filter((origin) => origin !== null))];
}

export async function addSecurityHeaders(door: FastifyInstance, settings: Settings): Promise<void> {
  const maps = mapOrigins(settings);
  const isSecure = settings.public_url.startsWith("https:");
  await door.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // WebAssembly decodes geometry and drives the 3D view; it is no eval of scripts.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", ...libraryStyles],
        imgSrc: ["'self'", "data:", "blob:", ...maps],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", "data:", "blob:", ...maps],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity:
      settings.production && isSecure ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
    // Only meaningful over https or on localhost; browsers warn elsewhere.
    originAgentCluster: false,
  });
  // They are the same for every answer: worked out by the first, not by each.
  let kept: Record<string, string> | null = null;
  door.addHook("onRequest", (_, reply, next) => {
    kept ??= workedOut(reply);
    reply.headers(kept);
    next();
  });
}

/** The headers helmet sets, as values of the reply, where routes may replace them. */
function workedOut(reply: FastifyReply): Record<string, string> {
  reply.helmet();
  const entries = Object.entries(reply.raw.getHeaders()).map(([name, value]) => {
    reply.raw.removeHeader(name);
    return [name, String(value)];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
