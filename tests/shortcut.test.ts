// Panels, tools and the workbench bind keys apart from each other; on one page they must not meet.
import { expect, test } from "vitest";
import { panels } from "../src/panels/index.ts";
import { workbenchCommands } from "../src/panels/selection/commands.ts";
import { tools } from "../tools/index.ts";

test("no key of the workbench opens one thing and hides another", () => {
  const keys = [
    ...panels.flatMap((panel) => panel.keys ?? []),
    ...tools.flatMap(({ shortcut }) => (shortcut ? [shortcut.toLowerCase()] : [])),
    ...workbenchCommands.flatMap((command) => command.keys ?? []),
  ];
  expect(keys.length).toBeGreaterThan(15);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
