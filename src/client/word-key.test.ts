import { expect, it } from "vitest";
import type { t } from "./i18n.ts";

it("a wrong key does not compile, as a word, among several, or as a pattern", () => {
  const check: typeof t = (key) => key;
  const id: "close" | "save" = Date.now() > 0 ? "close" : "save";
  const code: string = id;
  check("shell:close");
  check("user:plants.count", { count: 1 });
  check(`shell:${id}`);
  check(`error:${code}`);
  check(code);
  // @ts-expect-error misspelt
  check("shell:clsoe");
  // @ts-expect-error no such file
  check("stray:close");
  // @ts-expect-error one of the two is misspelt
  check(id === "save" ? "shell:close" : "shell:savee");
  // @ts-expect-error no key begins so
  check(`erorr:${code}`);
  // @ts-expect-error there is shell:close, not stray:close
  check(`stray:${id}`);
  expect(id).toBe("close");
});
