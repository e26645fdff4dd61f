// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { call } from "../../client/call.ts";
import { session } from "../../client/session.ts";
import { queryOf, type ServerQuery } from "../shell/query.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import { switchCustomer } from "./switch-customer.ts";

vi.mock(import("../../client/call.ts"), async (original) => ({
  ...(await original()),
  call: vi.fn(),
}));

const signals: AbortSignal[] = [];
const ask = vi.fn<ServerQuery<readonly number[]>["ask"]>(async ({ signal }) => {
  signals.push(signal!);
  return new Promise(() => undefined);
});
const listAtom = queryOf((): ServerQuery<readonly number[]> => ({ key: ["numbers"], ask }));

afterEach(() => {
  signals.splice(0);
  vi.clearAllMocks();
});

describe("switching the customer", () => {
  it("ends the reads under way before it asks, because their token ends", async () => {
    const store = signedInStore([], [listAtom]);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    const next = { ...session()!, token: "next" };
    vi.mocked(call).mockImplementation(async () => {
      expect(signals[0]?.aborted).toBe(true);
      return next as never;
    });
    await store.set(switchCustomer, { show_all_key_figures: false });
    expect(session()?.token).toBe("next");
  });

  it("reads again what it ended where the switch is refused", async () => {
    const store = signedInStore([], [listAtom]);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    vi.mocked(call).mockRejectedValue(new Error("refused"));
    await expect(store.set(switchCustomer, { show_all_key_figures: false })).rejects.toThrow();
    await vi.waitFor(() => expect(signals).toHaveLength(2));
  });
});
