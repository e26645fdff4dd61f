import { WebMercatorViewport } from "@deck.gl/core";
import { describe, expect, it } from "vitest";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { metresPerPixel, planeMatrix, screenToPlane, zoomForScale } from "./projection.ts";

const origin: LonLat = [-69.5, -23.2];

describe("planeMatrix", () => {
  it("puts plane points where deck.gl puts their longitude and latitude, turned and tilted", () => {
    const viewport = new WebMercatorViewport({
      width: 1280,
      height: 800,
      longitude: -69.502,
      latitude: -23.199,
      zoom: 18.3,
      bearing: 31,
      pitch: 40,
    });
    const m = planeMatrix(viewport.viewProjectionMatrix, origin);
    for (const [x, y] of [
      [0, 0],
      [-180, 95],
      [-260, 140],
    ] as const) {
      const w = m[3]! * x + m[7]! * y + m[15]!;
      const clipX = (m[0]! * x + m[4]! * y + m[12]!) / w;
      const clipY = (m[1]! * x + m[5]! * y + m[13]!) / w;
      const [pixelX, pixelY] = viewport.project([...planeAt(origin).toLonLat(x, y)]);
      expect(((clipX + 1) / 2) * 1280).toBeCloseTo(pixelX!, 1);
      expect(((1 - clipY) / 2) * 800).toBeCloseTo(pixelY!, 1);
    }
  });
});

describe("scale", () => {
  it("turns zoom into metres per pixel and back", () => {
    expect(metresPerPixel(zoomForScale(0.37, origin), origin)).toBeCloseTo(0.37, 9);
  });

  it("agrees with the distance between two screen points", () => {
    const viewport = new WebMercatorViewport({
      width: 1000,
      height: 500,
      longitude: origin[0],
      latitude: origin[1],
      zoom: 16,
    });
    const [x1] = screenToPlane(viewport, origin, 400, 250);
    const [x2] = screenToPlane(viewport, origin, 600, 250);
    expect((x2 - x1) / 200).toBeCloseTo(metresPerPixel(16, origin), 4);
  });
});
