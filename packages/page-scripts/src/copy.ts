// Runs in the browser, on the page for visitors. It has no imports: it is served as it
// stands, without its types. Without it the commands are marked by hand.

const SHOWN_MS = 2000;

function offer(button: HTMLButtonElement): void {
  const said = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copies ?? "");
    await navigator.clipboard.writeText(text?.textContent ?? "");
    button.textContent = button.dataset.copied ?? said;
    setTimeout(() => {
      button.textContent = said;
    }, SHOWN_MS);
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>(
  "[data-copies]",
)) {
  offer(button);
}
