// Planned lines on which the images of the analysis are missing.
import { PathLayer } from "@deck.gl/layers";
import { signalInks } from "../src/domain/colour/palette.ts";
import type { Place } from "../src/domain/flight/route/flight-route.ts";
import { defineLayer } from "../src/map/layer.ts";
import { missedStretchesAtom } from "../src/state/map/flight-review-view.ts";

export const flightMissed = defineLayer({
  id: "flight_missed",
  name: "layer:flight_missed",
  group: "flights",
  visible: true,
  opacity: 0.85,
  calls: ["flightCampaign.list", "flightReview.flown"],
  data: missedStretchesAtom,
  build: (stretches, _scene, opacity) => [
    new PathLayer<readonly Place[]>({
      id: "flight_missed",
      data: stretches,
      opacity,
      getPath: (places) => places.map((place): [number, number] => [place[0], place[1]]),
      getColor: [...signalInks.refused],
      getWidth: 7,
      widthUnits: "pixels",
      capRounded: true,
      jointRounded: true,
    }),
  ],
});
