// Staff import users from a table: the number of invitations is shown before any e-mail goes out.
import { expect, test } from "vitest";
import { isEveryday } from "../fixtures/rounds.ts";
import { openAs, ownProduct, sharedBrowser } from "./browser.ts";
import { mailTo } from "./product.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

test.skipIf(isEveryday)(
  "users of a table are checked line by line, shown, and invited by one press",
  async () => {
    const { page, faults } = await openAs(browser, product, "super_admin");
    const began = Date.now();
    await page.goto(`${product.url}/settings/users`);
    await page.getByRole("button", { name: "Import users" }).click();
    const dialog = page.getByRole("dialog", { name: "Import users from a table" });
    await dialog.getByRole("button", { name: "Show customers" }).click();
    await page.getByRole("option", { name: "Sierra Clara" }).click();
    const choose = async (name: string, lines: readonly string[]) => {
      const chooser = page.waitForEvent("filechooser");
      await dialog.getByRole("button", { name: "Choose file" }).click();
      const buffer = Buffer.from(lines.join("\r\n"));
      await (await chooser).setFiles({ name, mimeType: "text/csv", buffer });
    };
    const head = "Kontakt,First name,Last name,Role,Language,Plants";
    const ana = "ana.import@sierra-clara.example,Ana,Ruiz,Customer user,es,Valdesol";
    await choose("staff.csv", [
      head,
      ana,
      "luis.import@sierra-clara.example,Luis,Vega,boss,pt,Llano Grande; Valdesol",
    ]);
    // The head of the addresses is unknown: it is said, and remembered for the customer.
    await dialog.getByText(/The column “email” is missing/).waitFor();
    await dialog.getByRole("button", { name: /Kontakt/ }).click();
    await page.getByRole("option", { name: "E-mail" }).click();
    await dialog.getByText(/line 3\b.*“boss” is not a role\./).waitFor();
    expect(await dialog.getByRole("button", { name: /^Invite/ }).isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Choose another file" }).click();
    await choose("staff-2.csv", [
      head,
      ana,
      "luis.import@sierra-clara.example,Luis,Vega,Customer user,pt,Llano Grande; Valdesol",
    ]);
    await dialog.getByText(/The column “email” is missing/).waitFor();
    await dialog.getByRole("button", { name: /Kontakt/ }).click();
    await page.getByRole("option", { name: "E-mail" }).click();
    await dialog.getByText("2 users would be created and invited by e-mail.").waitFor();
    await dialog.getByRole("button", { name: "Invite 2 users" }).click();
    await page.getByText("2 users were created.").waitFor();
    await dialog.waitFor({ state: "detached" });
    const mail = await mailTo(product.data_dir, "luis.import@sierra-clara.example", began);
    expect(mail).toContain("/register/");
    await page.getByRole("searchbox", { name: "Search" }).fill("luis.import");
    await page.getByRole("row", { name: /Luis Vega/ }).waitFor();
    expect(faults).toEqual([]);
  },
);
