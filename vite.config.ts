import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: "src",
  publicDir: "../public",
  plugins: [react()],
  server: {
    proxy: Object.fromEntries(
      ["/api", "/demo"].map((path) => [path, { target: process.env["API_URL"], xfwd: true }]),
    ),
  },
  build: { outDir: "../dist", emptyOutDir: true, target: "es2023", sourcemap: true },
  test: {
    root: ".",
    include: ["{src,layers,tools,workers,tests}/**/*.test.{ts,tsx}"],
    exclude: ["tests/e2e/**", "tests/bench/**"],
    globalSetup: ["tests/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
