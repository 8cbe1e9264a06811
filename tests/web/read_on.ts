/** Reads what is decided about to its end, as whoever approves it has to. */
export async function readOn(page: {
  getByRole(
    role: "button",
    options: { readonly name: string },
  ): { waitFor(): Promise<void> };
  evaluate(script: string): Promise<unknown>;
}): Promise<void> {
  await page.getByRole("button", { name: "Details" }).waitFor();
  await page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let presses = 0; presses < 100; presses++) {
      for (let wait = 0; wait < 3; wait++) await frame();
      const on = [...document.querySelectorAll("button")].find((it) =>
        it.textContent.startsWith("Keep reading"),
      );
      if (!on) return;
      on.click();
    }
    throw new Error("What is decided about has no end");
  })()`);
}
