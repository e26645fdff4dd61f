import { expect, it } from "vitest";
import { idTextShape, MAX_INTEGER } from "./id.ts";

it.each(["1", "42", String(MAX_INTEGER)])("%s is an ID", (text) => {
  expect(idTextShape.parse(text)).toBe(Number(text));
});

// Two addresses of one object would be cached, logged and limited as two.
it.each(["0", "01", "+1", "-1", "1.0", "1e3", "0x1", " 1", "１", "", String(MAX_INTEGER + 1)])(
  "%j is none",
  (text) => expect(idTextShape.safeParse(text).success).toBe(false),
);
