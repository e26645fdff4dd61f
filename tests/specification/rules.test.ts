// The specification's roles, key figures, transitions and constants against what the product declares.
import { expect, test } from "vitest";
import { permissionNames, type Permission } from "../../src/domain/account/permission.ts";
import { isProviderRole, roleKeys, rolePermissions } from "../../src/domain/account/role.ts";
import {
  analysisStates,
  createAnalysisRefusal,
  deleteTwinRefusal,
  importResultRefusal,
  removeResultsRefusal,
  visibilities,
} from "../../src/domain/analysis/analysis.ts";
import { isDataComplete, nextState } from "../../src/domain/analysis/analysis-state.ts";
import { finalStates } from "../../src/domain/analysis/task.ts";
import { errors } from "../../src/domain/error.ts";
import {
  keyFigureByKey,
  keyFigures,
  visibleKeyFigures,
} from "../../src/domain/key-figure/key-figure.ts";
import { limits } from "../../src/domain/limits.ts";
import { serverSizes, volumeIncreases } from "../../src/domain/provider/analysis-server.ts";
import { locales } from "../../src/client/i18n.ts";
import { themes } from "../../src/state/shell/theme.ts";
import * as added from "./additions.ts";
import * as rules from "./rules.ts";

const words = (text: string) => text.split(" ");
const holds = (role: (typeof roleKeys)[number], permission: Permission) =>
  rolePermissions[role].includes(permission);

test("the roles are those of the specification; two of them are of the provider", () => {
  expect(roleKeys.filter((key) => key !== added.addedRole)).toEqual(rules.roles);
  expect(roleKeys).toContain(added.addedRole);
  expect(roleKeys.filter(isProviderRole)).toEqual(rules.admins);
  expect(rolePermissions.super_admin).toEqual(permissionNames);
  for (const permission of rules.superAdminsAlone) expect(holds("admin", permission)).toBe(false);
  for (const permission of rules.notForCustomers) {
    expect(holds("admin", permission), permission).toBe(true);
    expect(holds("customer_user", permission), permission).toBe(false);
  }
});

test("the key figures have the numbers 1 to 67, then the product's own", () => {
  const specified = keyFigures.filter(({ id }) => id <= 67).map(({ id }) => id);
  expect(specified.toSorted((a, b) => a - b)).toEqual(rules.keyFigureIds);
  for (const key of rules.namedKeyFigures) expect(keyFigureByKey(key)?.id, key).toBeLessThan(68);
  const others = keyFigures.filter(({ id }) => id > 67).map(({ key }) => key);
  expect(others.toSorted(), "additions are listed in tests/specification/additions.ts").toEqual(
    added.addedKeyFigures.flatMap(([keys]) => words(keys)).toSorted(),
  );
});

test("the glass tube temperature has its four classes, and hides the infrared intensity", () => {
  const [intensity, temperature] = rules.hiding.map((key) => keyFigureByKey(key)!);
  const classes = temperature!.classes!.map((one) => [one.value, one.key]);
  const expected = [...rules.glassTubeClasses, ...added.addedGlassTubeClasses];
  expect(classes).toEqual(expected.map((key, at) => [at + 1, key]));
  expect(visibleKeyFigures([intensity!, temperature!])).toEqual([temperature]);
  expect(visibleKeyFigures([intensity!])).toEqual([intensity]);
});

test.each(rules.transitions)("%s, %s: %o leads to %s", (state, event, facts, to) => {
  const next = nextState(event, { state, ...facts });
  expect("state" in next ? next.state : null).toBe(to);
});

test("no other analysis begins while one is incomplete", () => {
  const refused = analysisStates.filter(
    (state) => createAnalysisRefusal([{ state, visibility: "not_released" }]) !== null,
  );
  expect(refused).toEqual(rules.incompleteStates);
  expect(createAnalysisRefusal([])).toBeNull();
});

test("package and drone are protected from data complete on", () => {
  const from = analysisStates.indexOf(rules.protectedFrom);
  expect(analysisStates.filter(isDataComplete)).toEqual(analysisStates.slice(from));
});

test("released results are neither removed nor replaced; a twin with results is not deleted", () => {
  expect(visibilities).toEqual([...rules.visibilities, ...added.addedVisibilities]);
  for (const visibility of visibilities) {
    const isReleased = visibility === "released";
    expect(removeResultsRefusal({ visibility }) !== null, visibility).toBe(isReleased);
    const imported = importResultRefusal({ state: "FINISHED", visibility }, { digitized: true });
    expect(imported !== null, visibility).toBe(isReleased);
  }
  expect(deleteTwinRefusal({ analyses_with_results: 1 })).not.toBeNull();
  expect(deleteTwinRefusal({ analyses_with_results: 0 })).toBeNull();
});

test("errors, themes, languages, sizes and constants are the specified ones and deliberate additions", () => {
  expect(Object.keys(errors).toSorted()).toEqual(
    [...rules.errorCodes, ...words(added.addedErrors)].toSorted(),
  );
  expect(themes).toEqual([...rules.themes, ...added.addedThemes]);
  expect(locales).toEqual(rules.locales);
  expect(finalStates).toEqual([...rules.finalTaskStates, ...added.addedFinalStates]);
  expect(serverSizes).toEqual(rules.serverSizes);
  expect(volumeIncreases).toEqual(rules.volumeIncreases);
  expect(limits).toMatchObject(rules.constants);
});
