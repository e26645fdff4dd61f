import { describe, expect, it } from "vitest";
import { rampDomainOf } from "./ramp-domain.ts";

const loss = { direction: "higher_is_worse", step: 5 } as const;
const cleanliness = { direction: "lower_is_worse", step: 0.1 } as const;
const tracking = { direction: "both", step: 0.1 } as const;

describe("ends of a ramp", () => {
  it("are the column's range if it reaches the limits", () => {
    expect(rampDomainOf(loss, { min: 80, max: 900 }, [335, 535, 855])).toEqual([80, 900]);
    expect(rampDomainOf(cleanliness, { min: 88, max: 99 }, [97, 94, 90])).toEqual([88, 99]);
  });

  it("are the limits if the analysis is mild", () => {
    expect(rampDomainOf(loss, { min: 80, max: 120 }, [335, 535, 855])).toEqual([80, 855]);
    expect(rampDomainOf(cleanliness, { min: 96, max: 99 }, [97, 94, 90])).toEqual([90, 99]);
    expect(rampDomainOf(tracking, { min: -1, max: 2 }, [3, 6, 10])).toEqual([-10, 10]);
  });

  it("ignore a single far outlier", () => {
    expect(rampDomainOf(loss, { min: 80, max: 5800 }, [335, 535, 855])).toEqual([80, 1375]);
    expect(rampDomainOf(cleanliness, { min: 12, max: 99 }, [97, 94, 90])).toEqual([83, 99]);
    expect(rampDomainOf(tracking, { min: -350, max: 20 }, [3, 6, 10])).toEqual([-17, 17]);
  });

  it("are the range without limits, and always differ", () => {
    expect(rampDomainOf(loss, { min: 3, max: 900 }, [])).toEqual([3, 900]);
    expect(rampDomainOf(loss, { min: 3, max: 3 }, [])).toEqual([3, 8]);
  });

  it("differ also where the column has one value at its only limit", () => {
    expect(rampDomainOf(loss, { min: 335, max: 335 }, [335])).toEqual([335, 340]);
    expect(rampDomainOf(cleanliness, { min: 97, max: 97 }, [97])).toEqual([97, 97.1]);
    expect(rampDomainOf(tracking, { min: -1, max: 1 }, [3])).toEqual([-3, 3]);
  });

  it("reach as far as a value does, up to one span of the limits beyond the worst", () => {
    expect(rampDomainOf(loss, { min: 400, max: 900 }, [335, 855])).toEqual([335, 900]);
    expect(rampDomainOf(cleanliness, { min: 88, max: 95 }, [97, 94, 90])).toEqual([88, 97]);
    expect(rampDomainOf(tracking, { min: -12, max: 2 }, [3, 6, 10])).toEqual([-12, 12]);
    expect(rampDomainOf(tracking, { min: -2, max: 13 }, [3, 6, 10])).toEqual([-13, 13]);
  });
});
