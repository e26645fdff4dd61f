// What is typed into a form is unsaved work: closing a dialog, leaving the page and the update ask before it is lost.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const files = globSync("src/{app,panels}/**/*.tsx", { cwd: root })
  .filter((file) => !/\.(test|fixture)\.tsx$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Fields that hold what a person writes or chooses. */
const fields =
  /<(TextField|NumberField|Stepper|DateField|ComboBox|Select|MentionArea|FileDrop|PhotoField|SignInField|PasswordField|SiteTimeField|RadioCards)\b/;
/** A dialog of its own or a form; or a field for text beside its state. What is typed lives in this file. */
const frames = /<Dialog\b|<form\b/;
const ownText = /<(TextField|NumberField|DateField|MentionArea|SignInField|PasswordField)\b/;
/** What protects it, and frames that protect what their fields hold. */
const protection = new RegExp(
  [
    String.raw`\b(useUnsaved|useTyped|useRecordDraft|keepStopDraft)\b`,
    "<(TypedDialog|FormDialog|FindingDialog|NamedWithCode|RecordForm|TabForm)\\b",
  ].join("|"),
);

function isUnprotected(text: string): boolean {
  const isForm = frames.test(text) && fields.test(text);
  const isField = /\buseState\b/.test(text) && ownText.test(text);
  return (isForm || isField) && !protection.test(text);
}

const filter = "a filter or a search: what it shows is not stored";
const part = "a part of a form, which protects what it holds";
const beforeSignIn = "before the sign-in no update comes, and there is no other page to go to";

/** Forms without protection, each with why it needs none. */
const allowed: Record<string, string> = {
  "src/app/outbox/outbox-row.tsx": part,
  "src/app/header/switch-dialog.tsx":
    "choices of a moment; its act leaves the page, and asks first",
  "src/panels/file-preview/system-choice.tsx":
    "a choice of a preview: the file is kept, and nothing is stored before its import",
  "src/panels/file-preview/point-size.tsx":
    "a size for a preview: the file is kept, and nothing is stored before its import",
  "src/panels/confirm-login/confirm-login.tsx": beforeSignIn,
  "src/panels/filters/name-form.tsx": filter,
  "src/panels/filters/property-form.tsx": filter,
  "src/panels/filters/range-form.tsx": filter,
  "src/panels/finding-life/parts-fields.tsx": part,
  "src/panels/flight/area-list.tsx": "a name is taken over as soon as its field is left",
  "src/panels/flight/outline-area.tsx": "a number for the next press, with a usual value",
  "src/panels/forgot-password/forgot-password.tsx": beforeSignIn,
  "src/panels/login/login.tsx": beforeSignIn,
  "src/panels/observation/choose-component.tsx": filter,
  "src/panels/observation/column-fields.tsx": part,
  "src/panels/observation/name-list.tsx": filter,
  "src/panels/observation/value-filter.tsx": filter,
  "src/panels/plant-settings/property-preview.tsx": "shows what others will see; stores nothing",
  "src/panels/register/register-form.tsx": beforeSignIn,
  "src/panels/register/register-totp.tsx": beforeSignIn,
  "src/panels/reset-password/reset-password.tsx": beforeSignIn,
  "src/panels/work-order/order-fields.tsx": part,
};

test("each form with fields protects what is typed into it", () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter(({ text }) => isUnprotected(text)).map(({ file }) => file);
  expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test("each kind of form is found", () => {
  expect(isUnprotected("<form><TextField /></form>")).toBe(true);
  expect(isUnprotected("<Dialog><Select /></Dialog>")).toBe(true);
  expect(isUnprotected('useState(""); <TextField />')).toBe(true);
  expect(isUnprotected("<TypedDialog typed={name}><TextField /></TypedDialog>")).toBe(false);
  expect(isUnprotected("useTyped(name); <form><TextField /></form>")).toBe(false);
  expect(isUnprotected("<Dialog>words</Dialog>")).toBe(false);
});
