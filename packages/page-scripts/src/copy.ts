// Runs in the browser, on the page for visitors. It has no imports: it is served as it
// stands, without its types. Without it the commands are selected by hand.

const SHOWN_MS = 2000;

/** Selects the text if the clipboard is not allowed, so that one key copies it. */
async function copies(text: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(text);
    return false;
  }
}

function offer(button: HTMLButtonElement): void {
  const said = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copies ?? "");
    if (!text || !(await copies(text))) return;
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
