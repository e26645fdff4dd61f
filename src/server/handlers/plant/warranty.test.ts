// Warranty claims of findings over HTTP on a real database: the replaced module gets its new serial number, and an undo brings the former one back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reasons, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import { csvLines } from "../../../../tests/fixtures/csv-lines.ts";
import type { AccountKey } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type {
  FindingFields,
  FindingHistory,
  FindingLife,
  FindingsChanged,
} from "../../../domain/finding/finding-life.ts";
import type { SerialEntry } from "../../../domain/serial-number/serial-number.ts";
import type { WorkOrderImported } from "../../../domain/work-order/work-order-import-shape.ts";
import { serialNumber } from "../../store/schema/serial-number.ts";

let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("hotspot");
});
beforeEach(async () => {
  await host.clear();
  await host.server.database.owner.db.delete(serialNumber);
});
afterAll(() => host.server.close());

const ask = (
  targets: readonly (readonly [index: number, revision: number])[],
  set: FindingFields,
  as: AccountKey = "viewer",
) =>
  host.server.ask(api.findingLife.change, as, {
    params: { id: host.released },
    body: {
      findings: targets.map(([index, revision]) => ({ ...host.place(index), revision })),
      set,
    },
  });
const change = async (...given: Parameters<typeof ask>) => {
  const { status, body } = await ask(...given);
  expect([status, status === 200 ? null : reasons(body)]).toEqual([200, null]);
  return body as FindingsChanged;
};
const undo = (step_id: number | null) =>
  host.server.ask(api.findingLife.undo, "viewer", {
    params: { ...host.params, step_id: step_id ?? 0 },
  });
const give = (index: number, serial: string, before: string | null = null) => {
  const { component_type, dt_id } = host.place(index);
  return host.server.ask(api.serialNumber.change, "viewer", {
    params: host.params,
    body: {
      component_type,
      dt_id,
      serial,
      before,
      source: "typed",
      ending: before === null ? null : "corrected",
      fitted_on: null,
    },
  });
};
const serials = async (index: number) => {
  const { component_type, dt_id } = host.place(index);
  const asked = await host.server.ask(api.serialNumber.list, "viewer", {
    params: host.params,
    query: { component_type, dt_id },
  });
  return (asked.body as SerialEntry[]).map(({ serial, end, fitted_on }) => [
    serial,
    end,
    fitted_on,
  ]);
};
const replaced = (new_serial: string): FindingFields => ({
  rma: "replaced",
  new_serial,
  replaced_on: "2026-01-02",
});

describe("a warranty claim", () => {
  it("goes from prepared to accepted, in the history with the number of the maker", async () => {
    await change(
      [
        [0, 0],
        [1, 0],
      ],
      { rma: "prepared" },
    );
    await change(
      [
        [0, 1],
        [1, 1],
      ],
      { rma: "claimed", rma_claim: "C-7" },
    );
    const { findings } = await change([[0, 2]], { rma: "accepted" });
    expect(findings[0]).toMatchObject({ rma: "accepted", rma_claim: "C-7", status: "open" });
    const asked = await host.server.ask(api.findingLife.history, "viewer", {
      params: { ...host.params, life_id: findings[0]!.id },
    });
    const { steps } = asked.body as FindingHistory;
    expect(steps.map(({ changes }) => changes)).toEqual([
      [{ field: "rma", old_value: "claimed", new_value: "accepted" }],
      [
        { field: "rma", old_value: "prepared", new_value: "claimed" },
        { field: "rma_claim", old_value: null, new_value: "C-7" },
      ],
      [{ field: "rma", old_value: "none", new_value: "prepared" }],
    ]);
  });

  it("is refused where something is missing, for all findings or for none", async () => {
    const reason = async (...given: Parameters<typeof ask>) =>
      reasons((await ask(...given)).body)[0]?.[0];
    expect(await reason([[0, 0]], { rma: "claimed" })).toBe("rma_without_claim");
    expect(await reason([[0, 0]], { rma: "accepted", rma_claim: "C" })).toBe("rma_from_none");
    await change(
      [
        [0, 0],
        [1, 0],
      ],
      { rma: "claimed", rma_claim: "C-7" },
    );
    expect(await reason([[0, 1]], { rma: "rejected" })).toBe("rma_without_reason");
    expect(
      await reason(
        [
          [0, 1],
          [1, 1],
        ],
        replaced("N-1"),
      ),
    ).toBe("rma_of_several");
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect(await reason([[0, 1]], { ...replaced("N-1"), replaced_on: tomorrow })).toBe(
      "rma_day_in_future",
    );
    expect(await serials(0)).toEqual([]);
  });
});

describe("a module that its maker has replaced", () => {
  it("has its new serial number; undone it has the former one again", async () => {
    await give(0, "OLD-1");
    await change([[0, 0]], { rma: "claimed", rma_claim: "C-7" });
    const { step_id } = await change([[0, 1]], replaced("NEW-1"));
    expect(await serials(0)).toEqual([
      ["NEW-1", null, "2026-01-02"],
      ["OLD-1", "replaced", null],
    ]);
    expect((await undo(step_id)).status).toBe(200);
    expect(await serials(0)).toEqual([["OLD-1", null, null]]);
    const [life] = (await host.lives("viewer")) as FindingLife[];
    expect(life).toMatchObject({ rma: "claimed", new_serial: null, replaced_on: null });
  });

  it("without a number before has none after the undo", async () => {
    await change([[0, 0]], { rma: "claimed", rma_claim: "C-7" });
    const { step_id } = await change([[0, 1]], replaced("NEW-1"));
    expect(await serials(0)).toEqual([["NEW-1", null, "2026-01-02"]]);
    expect((await undo(step_id)).status).toBe(200);
    expect(await serials(0)).toEqual([]);
  });

  it("gets no number that another module or itself has, and nothing is changed then", async () => {
    await give(0, "OLD-1");
    await give(5, "OLD-5");
    await change([[0, 0]], { rma: "claimed", rma_claim: "C-7" });
    const taken = await ask([[0, 1]], replaced("old 5".replace(" ", "-")));
    expect(taken.status).toBe(409);
    expect(reasons(taken.body)[0]?.[0]).toBe("serial_taken");
    expect(reasons((await ask([[0, 1]], replaced("old-1"))).body)[0]?.[0]).toBe("rma_serial_same");
    expect((await host.lives("viewer"))[0]).toMatchObject({ rma: "claimed", revision: 1 });
    expect(await serials(0)).toEqual([["OLD-1", null, null]]);
  });

  it("whose number was corrected since cannot be undone", async () => {
    await give(0, "OLD-1");
    await change([[0, 0]], { rma: "claimed", rma_claim: "C-7" });
    const { step_id } = await change([[0, 1]], replaced("NEW-1"));
    expect((await give(0, "NEW-2", "NEW-1")).status).toBe(200);
    const refused = await undo(step_id);
    expect(refused.status).toBe(409);
    expect(reasons(refused.body)[0]?.[0]).toBe("rma_serial_changed");
    expect((await serials(0))[0]).toEqual(["NEW-2", null, null]);
  });
});

describe("the files of work orders", () => {
  const send = (text: string, apply: "yes" | "no") => {
    const body = new FormData();
    body.append("file", new File([text], "states.csv"));
    return host.server.ask(api.workOrder.importStates, "viewer", {
      params: host.params,
      query: { apply },
      body,
    });
  };
  const saved = async () => {
    const asked = await host.server.ask(api.workOrder.exportFile, "viewer", {
      params: host.params,
      query: { format: "csv" },
    });
    return String(asked.body).replace(/^\uFEFF/, "");
  };

  it("say serial number and claim, and take claims back", async () => {
    await give(0, "OLD-1");
    const { order } = await host.create("viewer", [0, 1], { title: "Warranty" });
    const [one, two] = order.finding_ids;
    const text = `order,finding_id,rma,rma_claim,rma_reason\nWO-1,${one},claimed,C-9,\nWO-1,${two},Prepared,,\n`;
    const preview = await send(text, "no");
    expect((preview.body as WorkOrderImported).changes[0]?.findings).toMatchObject([
      {
        old_value: "open",
        new_value: "open",
        old_rma: "none",
        new_rma: "claimed",
        rma_claim: "C-9",
      },
      { old_rma: "none", new_rma: "prepared", rma_claim: null },
    ]);
    expect((await send(text, "yes")).status).toBe(200);
    const lines = (await saved()).split("\r\n");
    expect(lines[0]).toMatch(
      /,serial,rma,rma_claim,rma_reason,replaced_on,parts,done_on,finding_revision,causes,measured_by,measured_value,measured_unit,measured_uncertainty,new_serial,dismiss_reason$/,
    );
    // Neither a cause nor a measured value is known of these findings.
    expect(lines[1]).toMatch(/,OLD-1,claimed,C-9,,,,,1,,,,,,,$/);
    expect(lines[2]).toMatch(/,,prepared,,,,,,\d+,,,,,,,$/);
    const again = await send(await saved(), "no");
    expect(again.body).toMatchObject({ changes: [], unchanged: ["WO-1"], unread: [] });
  });

  it("say the number of the module that has the fault, and that of the one which replaced it", async () => {
    await give(0, "OLD-1");
    const { order } = await host.create("viewer", [0], { title: "Warranty" });
    await change([[0, 0]], { rma: "claimed", rma_claim: "C-7" });
    // After the flight of the survey, which shows the fault.
    await change([[0, 1]], { rma: "replaced", new_serial: "NEW-1", replaced_on: "2026-10-02" });
    const line = csvLines(Buffer.from(`\uFEFF${await saved()}`)).find(
      ({ finding_id }) => finding_id === String(order.finding_ids[0]),
    );
    expect(line).toMatchObject({ rma: "replaced", serial: "OLD-1", new_serial: "NEW-1" });
    expect((await send(await saved(), "no")).body).toMatchObject({ changes: [], unread: [] });
  });

  it("dismiss with a reason, and change it; never without one", async () => {
    const { order } = await host.create("viewer", [0], { title: "Reflection" });
    const [one] = order.finding_ids;
    const head = "order,finding_id,finding_status,dismiss_reason\n";
    const refused = await send(`${head}WO-1,${one},dismissed,\n`, "yes");
    const problems = (body: unknown) =>
      (body as { problems: { reason: string; field: string }[] }).problems.map((problem) => [
        problem.reason,
        problem.field,
      ]);
    expect(problems(refused.body)).toEqual([["finding_without_reason", "dismiss_reason"]]);
    const lost = await send(`${head}WO-1,${one},in_work,Glare\n`, "yes");
    expect(problems(lost.body)).toEqual([["finding_reason_without_dismissal", "dismiss_reason"]]);
    const made = await send(`${head}WO-1,${one},dismissed,Reflection of the sun\n`, "yes");
    expect((made.body as WorkOrderImported).changes[0]?.findings).toMatchObject([
      { old_value: "open", new_value: "dismissed", new_reason: "Reflection of the sun" },
    ]);
    const [line] = csvLines(Buffer.from(`\uFEFF${await saved()}`));
    expect(line).toMatchObject({
      finding_status: "dismissed",
      dismiss_reason: "Reflection of the sun",
    });
    // As it was saved it says nothing new.
    expect((await send(await saved(), "no")).body).toMatchObject({ changes: [], unread: [] });
    const again = await send(`${head}WO-1,${one},,Bird\n`, "yes");
    expect((again.body as WorkOrderImported).changes[0]?.findings).toMatchObject([
      { old_value: "dismissed", new_value: "dismissed", new_reason: "Bird" },
    ]);
    expect((await host.lives("viewer"))[0]).toMatchObject({ status: "dismissed", reason: "Bird" });
  });

  it("are refused with unknown states, and where a module would be replaced without its number", async () => {
    const { order } = await host.create("viewer", [0], { title: "Warranty" });
    const [one] = order.finding_ids;
    const reason = async (cells: string) => {
      const text = `order,finding_id,rma,rma_claim\nWO-1,${one},${cells}\n`;
      const { body } = await send(text, "yes");
      return (body as { problems: { reason: string; line: number; field: string }[] }).problems.map(
        (problem) => [problem.reason, problem.line, problem.field],
      );
    };
    expect(await reason("approved,")).toEqual([["work_order_rma_unknown", 2, "rma"]]);
    expect(await reason("replaced,C")).toEqual([["work_order_rma_replaced", 2, "rma"]]);
    expect(await reason("claimed,")).toEqual([["rma_without_claim", 2, "rma"]]);
  });
});
