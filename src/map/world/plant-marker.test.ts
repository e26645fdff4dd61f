// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { plantMarker } from "./plant-marker.ts";

it("shows the name of the plant as it was written, and is called by all that it shows", () => {
  const name = "Norte <b>1</b> & Sur";
  const symbol = { technology: "photovoltaic", condition: "poor", rank: 3 } as const;
  const button = plantMarker(symbol, name, `${name}, Photovoltaic, Needs action (no. 3)`);
  const said = [...button.children].map(({ textContent }) => textContent).filter(Boolean);
  expect(said).toEqual(["3", name]);
  expect(button.querySelector("b")).toBeNull();
  // Read once, by the name of the button.
  expect([...button.children].map((part) => part.getAttribute("aria-hidden"))).toEqual(
    Array.from(button.children, () => "true"),
  );
  expect(button.ariaLabel).toContain(name);
});
