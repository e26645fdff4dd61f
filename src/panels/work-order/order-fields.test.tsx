// @vitest-environment happy-dom
// A work order can be written where its people cannot be loaded.
import { afterEach, expect, test, vi } from "vitest";
import { hide, show, text } from "../shown.fixture.tsx";
import { OrderFields, useOrderDraft } from "./order-fields.tsx";

const { people } = vi.hoisted(() => ({ people: { value: {} as object } }));
vi.mock("../../state/plant/finding/life.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), findingPeopleAtom: atom(() => people.value) };
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

function Form() {
  return <OrderFields form={useOrderDraft({ title: "North" })} />;
}
const fault = { code: "UNAVAILABLE", message: "No answer", problems: [] };

test.each([
  [{ state: "loading" }, "Loading"],
  [{ state: "failed", fault }, "No answer"],
])("only the list of people waits: %s", async (state, words) => {
  people.value = state;
  await show(<Form />);
  expect(document.querySelector<HTMLInputElement>("input")!.value).toBe("North");
  expect(document.querySelector("textarea")).not.toBeNull();
  expect(document.body.innerHTML).toContain(words);
  expect(document.querySelector("button[aria-haspopup=listbox]")).toBeNull();
});

test("people that are loaded can be chosen", async () => {
  people.value = { state: "ready", value: { users: [{ id: 5, name: "Ana" }], crews: ["North"] } };
  await show(<Form />);
  expect(document.querySelector("button[aria-haspopup=listbox]")).not.toBeNull();
  expect(text()).toContain("North");
});
