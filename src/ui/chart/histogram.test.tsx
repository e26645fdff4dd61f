// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { Histogram, type Range } from "./histogram.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

/** The texts below the track. */
async function ends(brushed: Range | null): Promise<(string | null)[]> {
  const container = document.createElement("div");
  const root = createRoot(container);
  const chart = (
    <Histogram
      label="Temperatures"
      bins={[1, 2, 3]}
      shown={[1, 2, 3]}
      domain={[20, 80]}
      step={0.5}
      colourAt={() => "#000"}
      brushed={brushed}
      onBrush={() => undefined}
      thumbLabels={["Coldest", "Hottest"]}
      format={(value) => `${value} °C`}
    />
  );
  await act(async () => root.render(chart));
  const row = container.firstElementChild?.lastElementChild;
  const texts = [...(row?.children ?? [])].map(({ textContent }) => textContent);
  await act(async () => root.unmount());
  return texts;
}

test("the ends are those of the track, and the chosen range stands between them", async () => {
  expect(await ends(null)).toEqual(["20 °C", "80 °C"]);
  expect(await ends([35, 80])).toEqual(["20 °C", "35 °C – 80 °C", "80 °C"]);
  expect(await ends([20, 80])).toEqual(["20 °C", "80 °C"]);
});
