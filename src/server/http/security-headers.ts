// Security headers: the content security policy and others.
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Settings } from "../start/settings.ts";

/**
 * Hashes of the style elements that two libraries add to the page: the style sheet of the toasts
 * (first empty, then filled) and the touch rule of pressable elements. If an update changes one, the
 * browser tests fail with a console error that contains the new hash.
 */
const libraryStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
];

/** Position, compass, camera and microphone are for our own pages alone; what is not used is refused to all. */
const permissionsPolicy =
  "geolocation=(self), camera=(self), accelerometer=(self), gyroscope=(self), magnetometer=(self), microphone=(self), payment=(), usb=()";

/** Origins of the known map service, and of the map styles in the settings, whose tiles must have the same. */
function mapOrigins(settings: Settings): string[] {
  const { map_style_url, map_style_dark_url, map_style_satellite_url } = settings;
  const urls = [map_style_url, map_style_dark_url, map_style_satellite_url];
  const origins = urls.map((url) => (url === null ? null : new URL(url).origin));
  const known = settings.map_style?.origins ?? [];
  return [...new Set([...known, ...origins.filter((origin) => origin !== null)])];
}

/** The headers, null until the first answer. */
export type SecurityHeaders = { known: Record<string, string> | null };

/** Adds the headers to every answer. They are the same for all, so they are computed once, for the first. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  settings: Settings,
  headers: SecurityHeaders,
): Promise<void> {
  const maps = mapOrigins(settings);
  const isSecure = settings.public_url.startsWith("https:");
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // WebAssembly decodes geometry and drives the 3D view; scripts still cannot use eval.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", ...libraryStyles],
        imgSrc: ["'self'", "data:", "blob:", ...maps],
        // Voice notes and videos are played from bytes that the page has loaded itself.
        mediaSrc: ["blob:"],
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
      settings.production && isSecure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
    // It needs https or localhost; browsers warn elsewhere.
    originAgentCluster: false,
  });
  app.addHook("onRequest", (_, reply, next) => {
    headers.known ??= { ...helmetHeaders(reply), "permissions-policy": permissionsPolicy };
    reply.headers(headers.known);
    next();
  });
}

/** Moves the headers of helmet from the raw response to the reply, where routes can replace them. */
function helmetHeaders(reply: FastifyReply): Record<string, string> {
  reply.helmet();
  const entries = Object.entries(reply.raw.getHeaders()).map(([name, value]) => {
    reply.raw.removeHeader(name);
    return [name, String(value)];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
