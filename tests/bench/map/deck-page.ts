// A bare deck.gl on a canvas of its own: no base map, so that only the layers are measured.
import { Deck, MapView, type Layer } from "@deck.gl/core";
import type { Device } from "@luma.gl/core";
import { HEIGHT, WIDTH, type View } from "./field.ts";
import { countWork, waitForPixels, type Work } from "./design.ts";

export type DeckPage = {
  readonly deck: Deck<MapView>;
  readonly device: Device;
  /** Makes these the layers, as deck.gl does at the start of a frame. */
  apply(layers: Layer[]): void;
  draw(view: View): void;
  work(): Work;
};

export async function deckPage(view: View): Promise<DeckPage> {
  const parent = document.getElementById("map") as HTMLDivElement;
  const deck = await new Promise<Deck<MapView>>((resolve) => {
    const made: Deck<MapView> = new Deck({
      parent,
      width: WIDTH,
      height: HEIGHT,
      useDevicePixels: false,
      views: new MapView({ id: "bench" }),
      viewState: view,
      controller: false,
      deviceProps: { type: "webgl", webgl: { antialias: false } },
      layers: [],
      onLoad: () => resolve(made),
    });
  });
  // Reached for so that a frame can be had when asked for, not when the browser next paints.
  const { device, layerManager } = deck as unknown as {
    device: Device & { gl: WebGL2RenderingContext };
    layerManager: { updateLayers(): void };
  };
  const { gl } = device;
  const work = countWork(gl);
  return {
    deck,
    device,
    work,
    apply(layers) {
      deck.setProps({ layers });
      layerManager.updateLayers();
    },
    draw(next) {
      deck.setProps({ viewState: next });
      layerManager.updateLayers();
      deck.redraw("bench");
      waitForPixels(gl);
    },
  };
}
