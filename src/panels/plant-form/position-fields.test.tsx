// @vitest-environment happy-dom
// What is pasted into a position: a pair fills both fields, a single number only the field that it was pasted into.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { hide, show } from "../shown.fixture.tsx";
import { PositionFields } from "./position-fields.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

async function paste(words: string): Promise<{ changes: unknown[]; isTyped: boolean }> {
  const changes: unknown[] = [];
  await show(
    <PositionFields
      legend="Position"
      lat={NaN}
      lon={-46.63}
      onChange={(change) => changes.push(change)}
      latError={null}
      isRequired
    />,
  );
  const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => words },
  });
  await act(async () => document.querySelector("input")!.dispatchEvent(event));
  return { changes, isTyped: !event.defaultPrevented };
}

test("a latitude with a decimal comma leaves the longitude as it is", async () => {
  expect(await paste("-23,55")).toEqual({ changes: [], isTyped: true });
});

test("a pair fills both", async () => {
  expect(await paste("-23,55; -46,64")).toEqual({
    changes: [{ lat: -23.55, lon: -46.64 }],
    isTyped: false,
  });
});
