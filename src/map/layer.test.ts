import { expect, test } from "vitest";
import { layers } from "../../layers/index.ts";
import type { Permission } from "../domain/account/permission.ts";
import { rolePermissions } from "../domain/account/role.ts";
import { hasCallAtom } from "../state/account/ask.ts";
import { signedInStore } from "../state/shell/signed-in.fixture.ts";
import { permittedShelf } from "./layer.ts";

test("the layers of flights are listed only for users who may make their calls", () => {
  const listed = (permissions: readonly Permission[]) => {
    const mayCall = signedInStore(permissions, [hasCallAtom]).get(hasCallAtom);
    const ids = permittedShelf(layers, mayCall).map(({ id }) => id);
    return ids.filter(
      (id) => id.startsWith("flight_") || id === "no_fly_areas" || id === "obstacles",
    );
  };
  expect(listed([])).toEqual([]);
  expect(listed(["EDIT_FLIGHT_AREA_POLYGON"])).toEqual([
    "flight_areas",
    "no_fly_areas",
    "obstacles",
    "flight_drawing",
  ]);
  expect(listed(["READ_FLIGHT_ROUTE"])).toEqual([]);
  expect(listed(["READ_FLIGHT_CAMPAIGN", "READ_FLIGHT_ROUTE"])).toEqual([
    "flight_areas",
    "no_fly_areas",
    "obstacles",
    "flight_photos",
    "flight_routes",
    "flight_drone",
  ]);
  expect(listed(rolePermissions.super_admin)).toHaveLength(9);
  const ofEverybody = permittedShelf(layers, () => false).map(({ id }) => id);
  expect(ofEverybody).toEqual(expect.arrayContaining(["base_map", "plant_area", "components"]));
});
