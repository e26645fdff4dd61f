// Imported before every schema: the policy of the page allows no code from text, and zod would try at its first
// schema. Browsers report the attempt as a violation, although zod works without.
import { config } from "zod";

config({ jitless: true });
