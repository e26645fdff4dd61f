// What the page of the bench does with the list of findings, and how long each step takes until it is painted.

/** Milliseconds. */
export type FindingTimes = {
  readonly openMs: number;
  readonly allMs: number;
  readonly filterMs: number;
  readonly sortMs: number;
  readonly nameMs: number;
  readonly boardMs: number;
  readonly boardSortMs: number;
  readonly boardFilterMs: number;
  readonly mapMs: number;
  readonly mapFilterMs: number;
  readonly mapNextMs: number;
};

/** Runs in the page of a plant whose map has its colours: the function is sent there, and uses nothing from outside. */
export async function measureFindings(): Promise<FindingTimes> {
  const all = <One extends Element>(selector: string) => [
    ...document.querySelectorAll<One & HTMLElement>(selector),
  ];
  const labelled = (label: string) =>
    all("button").find((one) => one.getAttribute("aria-label") === label);
  const button = (start: string) =>
    all("button").find(({ textContent }) => textContent.trim().startsWith(start));
  const list = () => all('[role=group][aria-label="Findings"] button');
  const firstRow = () => list()[0]?.textContent;
  const counted = () => button("Filter")?.closest("div")?.textContent ?? "";
  const pressed = (what: HTMLElement | undefined, name: string) => {
    if (!what) throw new Error(`there is no ${name}`);
    what.click();
  };
  const frame = () => new Promise<void>((next) => requestAnimationFrame(() => next()));
  const timed = async (begin: () => void, stands: () => boolean): Promise<number> => {
    const start = performance.now();
    begin();
    while (!stands()) {
      if (performance.now() - start > 60_000) throw new Error(`nothing came after ${begin}`);
      await new Promise((next) => setTimeout(next));
    }
    await frame();
    // A task after the frame's callbacks runs when it has been painted.
    await new Promise((next) => setTimeout(next));
    return performance.now() - start;
  };
  const choose = (option: string) => {
    const select = all<HTMLSelectElement>("select").find((one) =>
      [...one.options].some(({ value }) => value === option),
    );
    if (!select) throw new Error(`nothing offers ${option}`);
    select.value = option;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const changed = (of: () => string | undefined) => {
    const before = of();
    return () => of() !== before && of() !== undefined;
  };
  const openMs = await timed(
    () => pressed(labelled("Findings"), "panel"),
    () => list().length > 3,
  );
  const allMs = await timed(() => pressed(button("Show all"), "way to all"), changed(counted));
  pressed(button("Filter"), "filter");
  await frame();
  const sortMs = await timed(() => choose("changed"), changed(firstRow));
  const nameMs = await timed(() => choose("name"), changed(firstRow));
  const filterMs = await timed(() => choose("assigned"), changed(counted));
  await timed(() => choose("all"), changed(counted));
  const boardMs = await timed(
    () =>
      pressed(
        all("[role=radio]").find(({ textContent }) => textContent === "Board"),
        "board",
      ),
    () =>
      all('[role=group][aria-label="Board"] [role=listitem], [role=group][aria-label="Board"] li')
        .length > 3,
  );
  const firstCard = () =>
    all('[role=group][aria-label="Board"] li, [role=group][aria-label="Board"] [role=listitem]')[0]
      ?.textContent;
  const boardSortMs = await timed(() => choose("changed"), changed(firstCard));
  const boardFilterMs = await timed(() => choose("in_work"), changed(counted));
  await timed(() => choose("all"), changed(counted));
  pressed(
    all("[role=radio]").find(({ textContent }) => textContent === "List"),
    "list",
  );
  await frame();
  pressed(all('input[aria-label="Select all"]')[0], "choice of all");
  await frame();
  const mapMs = await timed(
    () => pressed(labelled("Select on the map"), "button of the map"),
    () =>
      all("[role=group] strong").some(({ textContent }) =>
        textContent.endsWith(" modules selected"),
      ),
  );
  const inView = () =>
    all('[role=region][aria-label="Legend"] [role=status], [aria-label="Legend"] [role=status]')[0]
      ?.textContent ?? "";
  pressed(labelled("Filters"), "filters of the map");
  const subject = () => all('section[aria-label="Add filter"] button')[0];
  await timed(
    () => {},
    () => subject() !== undefined,
  );
  pressed(subject(), "subject of a filter");
  const option = () =>
    all("[role=option]").find(({ textContent }) => textContent.startsWith("Repair state"));
  await timed(
    () => {},
    () => option() !== undefined,
  );
  pressed(option(), "repair state");
  const boxes = () => all<HTMLInputElement>('section[aria-label="Add filter"] fieldset input');
  await timed(
    () => {},
    () => boxes().length > 1,
  );
  const mapFilterMs = await timed(() => pressed(boxes()[0], "status"), changed(inView));
  const mapNextMs = await timed(() => pressed(boxes()[1], "next status"), changed(inView));
  return {
    openMs,
    allMs,
    filterMs,
    sortMs,
    nameMs,
    boardMs,
    boardSortMs,
    boardFilterMs,
    mapMs,
    mapFilterMs,
    mapNextMs,
  };
}
