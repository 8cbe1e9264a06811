// Runs in the browser, in the pages of the documentation: copying, one language at a
// time, suggestions of the search. It has no imports: it is served as it stands, without
// its types. Without it every sample stands there, and the search is a form.

const LANGUAGE = "docs.language";
const PAUSE_MS = 120;

interface Found {
  readonly href: string;
  readonly page: string;
  readonly title: string;
}

/** Storage may be forbidden; then the choice lasts for this page. */
function remembered(): string | null {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch {
    // The next page begins with curl again.
  }
}

function button(text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function addCopy(figure: HTMLElement): void {
  const code = figure.querySelector("code");
  if (!code) return;
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText((code.textContent ?? "").trimEnd());
    } catch {
      // Select the text if the clipboard is not allowed: one key copies it.
      getSelection()?.selectAllChildren(code);
      return;
    }
    copy.textContent = "Copied";
    setTimeout(() => {
      copy.textContent = "Copy";
    }, 2_000);
  });
  copy.className = "copy";
  copy.setAttribute("aria-live", "polite");
  figure.append(copy);
}

/** Shows the samples of one language in every group that has it. */
function choose(language: string): void {
  for (const tabs of document.querySelectorAll(".tabs")) {
    const blocks = [
      ...tabs.querySelectorAll<HTMLElement>("figure[data-language]"),
    ];
    const isThere = blocks.some((it) => it.dataset.language === language);
    const shown = isThere ? language : blocks[0]?.dataset.language;
    for (const block of blocks) {
      block.hidden = block.dataset.language !== shown;
    }
    for (const choice of tabs.querySelectorAll<HTMLElement>("[data-choice]")) {
      const isChosen = choice.dataset.choice === shown;
      choice.setAttribute("aria-pressed", String(isChosen));
    }
  }
}

function addTabs(tabs: HTMLElement): void {
  const bar = document.createElement("div");
  bar.className = "languages";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Language");
  const blocks = tabs.querySelectorAll<HTMLElement>("figure[data-language]");
  for (const block of blocks) {
    const language = block.dataset.language ?? "";
    const caption = block.querySelector("figcaption");
    const choice = button(caption?.textContent ?? language, () => {
      remember(language);
      const before = bar.getBoundingClientRect().top;
      choose(language);
      // Samples above have another height now: keep the pressed button in place.
      scrollBy(0, bar.getBoundingClientRect().top - before);
    });
    choice.dataset.choice = language;
    if (caption) caption.hidden = true;
    bar.append(choice);
  }
  tabs.prepend(bar);
}

async function suggest(input: HTMLInputElement, list: HTMLElement) {
  const typed = input.value.trim();
  let found: readonly Found[] = [];
  if (typed !== "") {
    const query = new URLSearchParams({ q: typed });
    const response = await fetch(`${input.dataset.suggest}?${query}`);
    if (response.ok) found = (await response.json()).found;
  }
  // Do not show an answer about text that has changed meanwhile.
  if (typed !== input.value.trim()) return;
  list.replaceChildren(
    ...found.map(({ href, title, page }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = href;
      link.textContent = title;
      const where = document.createElement("span");
      where.textContent = page;
      link.append(where);
      item.append(link);
      return item;
    }),
  );
  list.hidden = found.length === 0;
}

/** A list of links below the field: Down and Up move through it, Escape leaves it. */
function addSuggestions(input: HTMLInputElement): void {
  const list = document.createElement("ul");
  list.className = "suggested";
  list.hidden = true;
  list.setAttribute("aria-label", "Suggestions");
  const form = input.form;
  form?.append(list);
  let timer: ReturnType<typeof setTimeout>;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => void suggest(input, list).catch(() => {}),
      PAUSE_MS,
    );
  });
  form?.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      list.hidden = true;
      input.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || list.hidden) return;
    event.preventDefault();
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.findIndex((it) => it.matches(":focus"));
    stops[(at + step + stops.length) % stops.length]?.focus();
  });
  form?.addEventListener("focusout", ({ relatedTarget }) => {
    const isInside =
      relatedTarget instanceof Node && form.contains(relatedTarget);
    if (!isInside) list.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const isTyping =
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement;
    if (key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
}

for (const tabs of document.querySelectorAll<HTMLElement>(".tabs")) {
  addTabs(tabs);
}
for (const figure of document.querySelectorAll<HTMLElement>("figure.code")) {
  addCopy(figure);
}
choose(remembered() ?? "sh");
const field = document.querySelector<HTMLInputElement>("[data-suggest]");
if (field) addSuggestions(field);
