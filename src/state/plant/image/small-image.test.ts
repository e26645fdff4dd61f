import { expect, test, vi } from "vitest";
import { refusal } from "../../shell/served.fixture.ts";
import { shownImage } from "./small-image.ts";

const answers = (full: string | Error, thumb: string | Error) =>
  vi.fn(async (size: "full" | "thumb") => {
    const one = size === "full" ? full : thumb;
    if (one instanceof Error) throw one;
    return one;
  });

test("the full size is shown where there is one, and no other is asked for", async () => {
  const urlOf = answers("blob:full", "blob:thumb");
  expect(await shownImage(urlOf)).toEqual({ url: "blob:full", isSmall: false });
  expect(urlOf.mock.calls).toEqual([["full"]]);
});

test("offline the small one is shown, and says that it is small", async () => {
  const offline = refusal("OFFLINE");
  const found = await shownImage(answers(offline, "blob:thumb"));
  expect(found).toEqual({ url: "blob:thumb", isSmall: true });
  await expect(shownImage(answers(offline, refusal("RESOURCE_NOT_FOUND")))).rejects.toBe(offline);
});

test("what is refused or broken is no small image", async () => {
  for (const code of ["PERMISSION_DENIED", "DISCONNECT"]) {
    const cause = refusal(code);
    await expect(shownImage(answers(cause, "blob:thumb"))).rejects.toBe(cause);
  }
});
