// Runs before every schema: the policy of the page allows no code from text, and zod would try at its first
// schema. Browsers report the attempt as a violation, although zod works without. The setting is written where
// zod reads it, because zod itself is not part of what every page starts with.
Reflect.set(globalThis, "__zod_globalConfig", { jitless: true });
