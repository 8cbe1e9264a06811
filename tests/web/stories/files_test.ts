import { expect, test } from "bun:test";
import { makeExports } from "../../../src/core/loops/export_making.ts";
import { offer } from "../offer.ts";
import { focusOn, story } from "./story.ts";

const here = story();

test("a file goes up with the reply and is shown to the other", async () => {
  await using eve = await here.person("eve");
  await using finn = await here.person("finn");
  await offer(eve, finn.address, "Look at this");
  const { page } = eve;
  await page.getByLabel("Files", { exact: true }).setInputFiles({
    name: "dot.png",
    mimeType: "image/png",
    buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  });
  await page.getByText("Includes 1 new file").waitFor();
  await page.getByLabel("Your reply").fill("Here it is");
  await page.getByRole("button", { name: "Send reply" }).click();
  await finn.page.goto("/inbox");
  await finn.page.getByRole("link", { name: /Look at this/ }).click();
  // Beside its name the picture itself, once it is in sight.
  const thread = finn.page.getByRole("log", { name: "Messages" });
  await thread.locator("img[src^='blob:']").waitFor();
  await thread.getByRole("button", { name: "Show dot.png" }).click();
  await finn.page.getByRole("img", { name: "dot.png" }).waitFor();
  expect(
    await finn.page.evaluate<number>(
      "document.querySelector('[role=dialog] img').naturalWidth",
    ),
  ).toBe(1);
  expect(eve.complaints).toEqual([]);
  expect(finn.complaints).toEqual([]);
}, 60_000);

const PDF = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>`;

test("a file is taken out of a draft again, and a PDF is shown in the page", async () => {
  await using fay = await here.person("fay");
  await using gil = await here.person("gil");
  const { page } = fay;
  await page.goto("/compose");
  await page.getByLabel("To", { exact: true }).fill(gil.address);
  await page.getByLabel("To", { exact: true }).press("Enter");
  await page.getByLabel("Title").fill("Two files");
  await page.getByLabel("Message").fill("One stays");
  await page.getByText("Saved as a draft").waitFor();
  const file = (name: string) => ({
    name,
    mimeType: "application/pdf",
    buffer: Buffer.from(PDF),
  });
  await page
    .getByLabel("Files", { exact: true })
    .setInputFiles([file("wrong.pdf"), file("right.pdf")]);
  const files = page.getByRole("list", { name: "Attached files" });
  await files.getByText("right.pdf").waitFor();
  await page.getByRole("button", { name: "Remove wrong.pdf" }).click();
  await files.getByText("wrong.pdf").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: "Two files", level: 1 }).waitFor();
  await gil.page.goto("/inbox");
  await gil.page.getByRole("link", { name: /Two files/ }).click();
  await gil.page
    .getByRole("log", { name: "Messages" })
    .getByRole("button", { name: "Show right.pdf" })
    .click();
  const frame = gil.page.getByTitle("right.pdf");
  await frame.waitFor();
  expect(await frame.getAttribute("src")).toStartWith("blob:");
  expect(await gil.page.getByText("wrong.pdf").count()).toBe(0);
  expect(fay.complaints).toEqual([]);
  expect(gil.complaints).toEqual([]);
}, 60_000);

test("a text and a sound are shown in the page, and nothing of them runs", async () => {
  await using dan = await here.person("dan");
  const { page } = dan;
  const bytes = (text: string) => Buffer.from(text).toString("base64");
  const { id } = await here.asks("asks-dan", dan.address, {
    artifacts: [
      {
        name: "notes.txt",
        mimeType: "text/plain",
        bytes: bytes("<script>document.title = 'owned'</script> für Änne"),
      },
      { name: "hello.wav", mimeType: "audio/wav", bytes: bytes("RIFF....") },
    ],
  });
  await page.goto(`/c/${id}`);
  await page.getByRole("button", { name: "Show notes.txt" }).click();
  const dialog = page.getByRole("dialog", { name: "notes.txt" });
  await dialog
    .getByText("<script>document.title = 'owned'</script> für")
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await focusOn(page, "Show notes.txt");
  await page.getByRole("button", { name: "Show hello.wav" }).click();
  const sound = page.locator("audio[aria-label='hello.wav']");
  await sound.waitFor();
  expect(await sound.getAttribute("src")).toStartWith("blob:");
  expect(await sound.getAttribute("autoplay")).toBeNull();
  expect(dan.complaints).toEqual([]);
}, 60_000);

test("a file of contacts is named beside what it holds, and a slow answer about an earlier one is not shown", async () => {
  await using ida = await here.person("ida");
  const { page } = ida;
  const first = Promise.withResolvers<void>();
  let looks = 0;
  await page.route("**/v1/contacts/import/preview", async (route) => {
    if (++looks === 1) await first.promise;
    await route.continue();
  });
  await page.goto("/settings/contacts");
  const input = page.getByLabel("Contacts file");
  const file = (name: string) => ({
    name: `${name}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(`Name,Email\n${name},${name}@mail.example`),
  });
  await input.setInputFiles(file("slow"));
  await page.getByText("Loading…").waitFor();
  await input.setInputFiles(file("quick"));
  const held = page.getByRole("list", { name: "Contacts in this file" });
  await held.getByText("quick@mail.example").waitFor();
  const answered = page.waitForResponse("**/v1/contacts/import/preview");
  first.resolve();
  await (await answered).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await held.textContent()).not.toContain("slow");
  const named = () =>
    input.evaluate((it) => it instanceof HTMLInputElement && it.value);
  expect(await named()).toEndWith("quick.csv");
  await page.getByRole("button", { name: "Import 1 contact" }).click();
  await page.getByRole("region", { name: "quick@mail.example" }).waitFor();
  expect(await named()).toBe("");
  expect(ida.complaints).toEqual([]);
}, 60_000);

test("a person exports their data, downloads the archive and deletes it", async () => {
  await using ann = await here.person("ann");
  const { page } = ann;
  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Export my data" }).click();
  await page.getByText(/^Preparing:/).waitFor();
  await makeExports(here.service.services);
  const link = page.getByRole("link", { name: /^Download/ });
  await link.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    link.click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^inbox-export-.*\.zip$/);
  expect(await download.failure()).toBeNull();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("article", { name: "Export" }).waitFor({
    state: "detached",
  });
  expect(ann.complaints).toEqual([]);
}, 60_000);

test("somebody new is led to three acts, imports their people, and is led no more once the welcome is archived", async () => {
  await using nia = await here.person("nia");
  const { page } = nia;
  await page.goto("/needs-you");
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByText("0 of 3 done").waitFor();
  await steps.getByRole("link", { name: /^Import contacts/ }).click();

  const choose = (text: string) =>
    page.getByLabel("Contacts file").setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  await choose("Phone\n1\n");
  await page.getByText(/has no column for email/).waitFor();
  await choose("Name,Email\nZoë,zoe@mail.example\nNobody,nowhere\n");
  await page.getByText("1 new, 0 already contacts, 1 can't be added").waitFor();
  const contacts = page.getByRole("list", { name: "Contacts", exact: true });
  expect(await contacts.getByRole("listitem").count()).toBe(0);
  const keep = page.getByRole("button", { name: "Import 1 contact" });
  await keep.click();
  const kept = contacts.getByRole("region", { name: "zoe@mail.example" });
  await kept.waitFor();
  await kept.getByRole("heading", { name: /^Zoë/ }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await kept.waitFor({ state: "detached" });
  await choose("Name,Email\nZoë,zoe@mail.example\n");
  await keep.click();
  await kept.waitFor();

  await page.goto("/needs-you");
  await steps.getByText("1 of 3 done").waitFor();
  await steps.getByRole("link", { name: /Import contacts \(done\)/ }).waitFor();
  await steps.getByRole("button", { name: /^Hide these steps/ }).click();
  await steps.first().waitFor({ state: "detached" });
  expect(nia.complaints.filter((it) => !it.includes("400"))).toEqual([]);
}, 60_000);
