// @vitest-environment happy-dom
// A field that was refused does not keep the browser from submitting its form once more.
import { act, useState, type ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { Select } from "./choice.tsx";
import { DateField } from "./date-field.tsx";
import { TextField } from "./field.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(() => document.body.replaceChildren());

const ERROR = "The code is wrong.";
const fields: Readonly<Record<string, (error: string | null) => ReactElement>> = {
  text: (error) => <TextField label="Code" value="123456" onChange={() => {}} error={error} />,
  date: (error) => <DateField label="Day" value="2026-01-02" onChange={() => {}} error={error} />,
  choice: (error) => (
    <Select
      label="Role"
      value={1}
      onChange={() => {}}
      options={[{ id: 1, label: "Admin" }]}
      error={error}
    />
  ),
};

test.each(Object.keys(fields))(
  "a refused %s field leaves the form valid for the browser",
  async (kind) => {
    const submitted: string[] = [];
    function Form() {
      const [error, setError] = useState<string | null>(null);
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submitted.push(kind);
            setError(ERROR);
          }}
        >
          {fields[kind]!(error)}
          <button type="submit">Send</button>
        </form>
      );
    }
    const root = createRoot(document.body.appendChild(document.createElement("div")));
    await act(async () => root.render(<Form />));
    const form = document.querySelector("form")!;
    const send = () => act(async () => form.requestSubmit());
    await send();
    expect(document.body.textContent).toContain(ERROR);
    for (const input of form.querySelectorAll<HTMLInputElement>("input, select, textarea")) {
      expect(input.validationMessage).toBe("");
    }
    await send();
    expect(submitted).toHaveLength(2);
    await act(async () => root.unmount());
  },
);
