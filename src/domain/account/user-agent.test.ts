import { expect, test } from "vitest";
import { agentNames } from "./user-agent.ts";

const mozilla = (rest: string) => `Mozilla/5.0 ${rest}`;

test.each([
  [
    mozilla(
      "(X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    ),
    { browser: "Chrome 141", system: "Linux" },
  ],
  [
    mozilla(
      "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0",
    ),
    { browser: "Edge 141", system: "Windows" },
  ],
  [
    mozilla("(Macintosh; Intel Mac OS X 15.1; rv:143.0) Gecko/20100101 Firefox/143.0"),
    { browser: "Firefox 143", system: "macOS" },
  ],
  [
    mozilla(
      "(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    ),
    { browser: "Safari 18", system: "iOS" },
  ],
  [
    mozilla(
      "(Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    ),
    { browser: "Chrome 140", system: "Android" },
  ],
  ["curl/8", { browser: null, system: null }],
])("%s", (userAgent, names) => {
  expect(agentNames(userAgent)).toEqual(names);
});
