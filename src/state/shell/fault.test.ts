import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { faultWords, problemWords } from "./fault.ts";
import { failed, idle, loading, ready, valueOf } from "./loaded.ts";
import { needWords } from "./locale.ts";
import { formFault, refusalWords } from "./refusal-words.ts";
import { onToast, showDone, showFault, showNote, type Toast } from "./toast.ts";

beforeAll(async () => {
  await startWords("en");
  await needWords("refusal");
});
const taken = { reason: "plant_name_taken", field: "name" };
const conflict = {
  code: "CONFLICT",
  message: "Not possible.",
  error_id: "ab12cd34",
  problems: [taken],
};
const USUAL = "Ooops! Something went horribly wrong!";

test("a day in a reason is written as the reader writes days", () => {
  const values = { day: "2026-05-01", date: "2026-04-30" };
  expect(problemWords({ reason: "image_of_other_day", values })).toBe(
    "The image was taken on 1 May 2026, most others on 30 Apr 2026.",
  );
});

describe("the words of a fault", () => {
  test("are the server's", () => {
    expect(faultWords(conflict)).toEqual({
      message: "Not possible.",
      title: "Not possible.",
      details: ["This customer already has a plant with this name."],
      code: "CONFLICT",
      error_id: null,
    });
  });

  test("have the id by which it is found again where it is a fault, and no refusal", () => {
    for (const code of ["SOMETHING_WENT_WRONG", "UNAVAILABLE", "INSUFFICIENT_STORAGE"]) {
      expect(faultWords({ ...conflict, code })).toMatchObject({
        title: "[ab12cd34] Not possible.",
        error_id: "ab12cd34",
      });
    }
    for (const code of ["PERMISSION_DENIED", "BAD_REQUEST", "GONE", "LOCKED", "DISCONNECT"]) {
      expect(faultWords({ ...conflict, code }).title).toBe("Not possible.");
    }
  });

  test("are those of its code where the server sent none", () => {
    expect(faultWords({ code: "CONFLICT", message: "" })).toEqual({
      message: "This is not possible at the moment.",
      title: "This is not possible at the moment.",
      details: [],
      code: "CONFLICT",
      error_id: null,
    });
  });

  test.each([
    ["an error of our own", new TypeError("x is undefined")],
    ["an unknown code", { code: "TEAPOT", message: "I am a teapot" }],
    ["a name every object has", { code: "nothing", message: "x" }],
    ["a text", "failed"],
    ["nothing", null],
    ["still nothing", undefined],
  ])("do not repeat what is not meant for users: %s", (_, cause) => {
    expect(faultWords(cause)).toMatchObject({ code: "SOMETHING_WENT_WRONG", message: USUAL });
  });
});

describe("the words of a problem", () => {
  test("begin with its place", () => {
    const problem = { reason: "file_empty", file: "a.kml", line: 12, feature: 3, field: "area" };
    expect(problemWords(problem)).toBe("a.kml, line 12, feature 3, area: The file is empty.");
    expect(problemWords({ reason: "file_empty", line: 0 })).toBe("line 0: The file is empty.");
    expect(problemWords({ reason: "file_empty", file: "" })).toBe("The file is empty.");
  });

  test("carry its values, also to choose the plural", () => {
    const values = { count: 2 };
    expect(problemWords({ reason: "plant_has_analyses", values })).toBe(
      "This plant has 2 analyses and can’t be deleted.",
    );
  });

  test("are the server's where it sent some", () => {
    expect(problemWords({ ...taken, message: "Taken." })).toBe("Taken.");
  });

  test("are the reason itself where it has no text", () => {
    expect(problemWords({ reason: "very_new_rule" })).toBe("very new rule");
  });
});

describe("the words of a refusal", () => {
  test("leave out its field, beside which they are shown", () => {
    expect(refusalWords(taken)).toBe("This customer already has a plant with this name.");
    expect(refusalWords({ reason: "file_too_large", values: { most: 4 } })).toBe(
      "The file is larger than 4 GB.",
    );
  });
});

describe("a refused form", () => {
  const empty = { reason: "file_empty", field: "file" };
  const twice = { reason: "field_twice", field: "name" };

  test("has its words at the fields, the first of each, and none for the form", () => {
    expect(formFault({ ...conflict, problems: [taken, twice, empty] }, ["name", "file"])).toEqual({
      message: null,
      fields: {
        name: "This customer already has a plant with this name.",
        file: "The file is empty.",
      },
    });
  });

  test("says above the form what belongs to no field of it", () => {
    const problems = [taken, empty, { reason: "file_not_utf8" }];
    expect(formFault({ ...conflict, problems }, ["name"])).toEqual({
      message:
        "The file is empty. The text is not encoded in UTF-8. Choose UTF-8 in the program that writes it, or in an editor when you save.",
      fields: { name: "This customer already has a plant with this name." },
    });
  });

  test("says the words of the fault where there are no problems", () => {
    expect(formFault({ code: "CONFLICT", message: "" }, ["name"])).toEqual({
      message: "This is not possible at the moment.",
      fields: {},
    });
    expect(formFault(null, ["name"])).toEqual({ message: USUAL, fields: {} });
  });
});

describe("data that could not be loaded", () => {
  test("keep code, message, problems and id of the refusal", () => {
    expect(failed(conflict)).toEqual({ state: "failed", fault: conflict });
  });

  test.each([
    [new Error("x is undefined"), ""],
    [null, ""],
    [{ message: 7 }, ""],
  ])("have no more than a message where it was no refusal: %s", (cause, message) => {
    const fault = { code: "SOMETHING_WENT_WRONG", message, problems: [] };
    expect(failed(cause)).toStrictEqual({ state: "failed", fault });
  });

  test("have no value, as those not loaded yet", () => {
    expect([idle, loading, failed(null)].map((one) => valueOf(one))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(valueOf(ready(7))).toBe(7);
  });
});

describe("a message", () => {
  let shown: Toast[] = [];
  const stop = onToast((toast) => shown.push(toast));
  beforeEach(() => (shown = []));
  const action = { label: "Undo", run: () => undefined };

  test("of success or information disappears by itself, and may offer an action", () => {
    showDone("Saved.", action);
    showNote("Too large.");
    expect(shown).toEqual([
      { tone: "good", message: "Saved.", action, durationMs: 5000 },
      { tone: "info", message: "Too large.", action: undefined, durationMs: 5000 },
    ]);
  });

  test("of a fault stays, with its reasons", () => {
    showFault(conflict);
    expect(shown).toEqual([
      {
        tone: "danger",
        message: "Not possible.",
        details: ["This customer already has a plant with this name."],
        durationMs: null,
      },
    ]);
  });

  test("is not sent to a listener that was removed", () => {
    stop();
    showDone("Saved.");
    expect(shown).toEqual([]);
  });
});

test("lenses in a reason are named", () => {
  const values = { their_lenses: "zoom ir", our_lenses: "wide" };
  expect(problemWords({ reason: "route_other_lenses", values })).toBe(
    "Made for photos of other lenses (“zoom, thermal”), flown with “wide-angle”.",
  );
});
