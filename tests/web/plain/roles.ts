/**
 * Which elements of a page a person finds by role, name, label or text, and which are not shown.
 * No stylesheet is read: the classes that hide something by the width of the screen are known.
 * @module
 */

const TAGS: Readonly<Record<string, string>> = {
  a: "link",
  article: "article",
  aside: "complementary",
  button: "button",
  dd: "definition",
  details: "group",
  dialog: "dialog",
  dt: "term",
  fieldset: "group",
  footer: "contentinfo",
  header: "banner",
  img: "img",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  option: "option",
  progress: "progressbar",
  select: "combobox",
  table: "table",
  td: "cell",
  textarea: "textbox",
  th: "columnheader",
  tr: "row",
  ul: "list",
};
const INPUTS: Readonly<Record<string, string>> = {
  button: "button",
  checkbox: "checkbox",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};
/** Roles that are named by what is in them. */
const NAMED_BY_CONTENT =
  /^(?:button|cell|checkbox|columnheader|heading|link|menuitem|menuitemcheckbox|menuitemradio|option|radio|row|switch|tab|term|tooltip)$/;
const WIDE =
  /^(?:md|roomy|tall|lg|sm):(?:block|flex|grid|inline|contents|table)/;
const GONE_WIDE = /^(?:md|roomy|tall|sm):hidden$/;
const INLINE =
  /^(?:A|B|BDI|CODE|EM|I|KBD|MARK|SMALL|SPAN|STRONG|TIME|ABBR|SVG|Q|S|U)$/i;
const BOXES = /(?:^| )(?:inline-)?(?:block|flex|grid)(?: |$)/;

/** Text as it is compared: white space is one space. */
export function plainText(text: string): string {
  return text
    .replace(/\u200b/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** False for what is not on the screen, such as what is for telephones. */
export function isShown(element: Element): boolean {
  for (let it: Element | null = element; it; it = it.parentElement) {
    if (isHidden(it)) return false;
    const { parentElement } = it;
    const isFolded =
      parentElement?.tagName === "DETAILS" &&
      it.tagName !== "SUMMARY" &&
      !parentElement.hasAttribute("open");
    if (isFolded) return false;
  }
  return true;
}

function isHidden(it: Element): boolean {
  if (it.hasAttribute("hidden")) return true;
  if (/^(?:SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(it.tagName)) return true;
  if (/display:\s*none/.test(it.getAttribute("style") ?? "")) return true;
  const classes = [...it.classList];
  if (classes.some((name) => GONE_WIDE.test(name))) return true;
  return classes.includes("hidden") && !classes.some((it) => WIDE.test(it));
}

/** False for what a screen reader does not say, either. */
function isSaid(element: Element): boolean {
  return isShown(element) && !element.closest('[aria-hidden="true"], [inert]');
}

/** The role of an element: the one it is given, or its tag's. */
export function roleOf(element: Element): string | undefined {
  const [given] = (element.getAttribute("role") ?? "").split(" ");
  if (given) return given;
  const tag = element.tagName.toLowerCase();
  if (/^h[1-6]$/.test(tag)) return "heading";
  if (tag === "a") return element.hasAttribute("href") ? "link" : undefined;
  if (tag === "section") return ownNameOf(element) ? "region" : undefined;
  if (tag === "form") return ownNameOf(element) ? "form" : undefined;
  if (tag !== "input") return TAGS[tag];
  const type = element.getAttribute("type") ?? "text";
  if (type === "hidden" || type === "file") return undefined;
  return INPUTS[type] ?? "textbox";
}

/** The name that an element is given from outside of it. */
function ownNameOf(element: Element): string {
  const by = element.getAttribute("aria-labelledby");
  if (by) {
    const named = by
      .split(" ")
      .map((id) => element.ownerDocument.getElementById(id));
    return plainText(
      named.map((it) => (it ? contentOf(it, true) : "")).join(" "),
    );
  }
  return plainText(element.getAttribute("aria-label") ?? "");
}

/** The labels of a field, by `for` or around it. */
function labelsOf(element: Element): string {
  if (!/^(?:INPUT|SELECT|TEXTAREA|METER|PROGRESS)$/.test(element.tagName)) {
    return "";
  }
  const labels = [
    ...(element.id
      ? element.ownerDocument.querySelectorAll(`label[for="${element.id}"]`)
      : []),
  ];
  const around = element.closest("label");
  if (around && !labels.includes(around)) labels.push(around);
  return plainText(labels.map((it) => contentOf(it, false)).join(" "));
}

/** The label of a field, whichever way it is given. */
export function labelOf(element: Element): string {
  return ownNameOf(element) || labelsOf(element);
}

/** The accessible name (https://www.w3.org/TR/accname-1.2/), as far as the app needs it. */
export function nameOf(element: Element): string {
  const given = labelOf(element);
  if (given) return given;
  const { tagName } = element;
  if (tagName === "IMG") return element.getAttribute("alt") ?? "";
  const title = { FIELDSET: "legend", TABLE: "caption" }[tagName];
  const titled = title && element.querySelector(`:scope > ${title}`);
  if (titled) return plainText(contentOf(titled, false));
  const role = roleOf(element) ?? "";
  const isByContent = NAMED_BY_CONTENT.test(role) || tagName === "SUMMARY";
  const content = isByContent ? plainText(contentOf(element, false)) : "";
  return (
    content ||
    plainText(
      element.getAttribute("title") ??
        element.getAttribute("placeholder") ??
        "",
    )
  );
}

function contentOf(element: Element, isHiddenToo: boolean): string {
  let text = "";
  const isSplit = BOXES.test(element.getAttribute("class") ?? "");
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += node.textContent;
    if (!isElement(node)) continue;
    const child = node;
    if (!isHiddenToo && (isHidden(child) || isUnsaid(child))) continue;
    if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(child.tagName)) continue;
    const inner =
      ownNameOf(child) ||
      (child.tagName === "IMG"
        ? (child.getAttribute("alt") ?? "")
        : contentOf(child, isHiddenToo));
    text += isInline(child) && !isSplit ? inner : ` ${inner} `;
  }
  return text;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

function isUnsaid(element: Element): boolean {
  return element.getAttribute("aria-hidden") === "true";
}

function isInline(element: Element): boolean {
  return (
    INLINE.test(element.tagName) &&
    !BOXES.test(element.getAttribute("class") ?? "")
  );
}

/** How a name or a text is compared: part of it in any case, all of it, or a pattern. */
export function matches(
  text: string,
  wanted: string | RegExp,
  isExact = false,
): boolean {
  const found = plainText(text);
  if (wanted instanceof RegExp) return wanted.test(found);
  return isExact
    ? found === plainText(wanted)
    : found.toLowerCase().includes(plainText(wanted).toLowerCase());
}

export interface RoleOptions {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
  readonly checked?: boolean;
  readonly level?: number;
}

/** Where a role may be, so that not all of a page has to be asked. */
function selectorOf(role: string): string {
  const tags = Object.keys(TAGS).filter((tag) => TAGS[tag] === role);
  if (role === "heading") tags.push("h1, h2, h3, h4, h5, h6");
  if (role === "region") tags.push("section");
  if (role === "form") tags.push("form");
  if (role === "textbox" || Object.values(INPUTS).includes(role)) {
    tags.push("input");
  }
  return [`[role~="${role}"]`, ...tags].join(", ");
}

/** Everything of a role that is said, in the order of the page. */
export function byRole(
  root: ParentNode,
  role: string,
  { name, exact, checked, level }: RoleOptions,
): readonly Element[] {
  return [...root.querySelectorAll(selectorOf(role))].filter(
    (it) =>
      roleOf(it) === role &&
      (level === undefined || it.tagName === `H${level}`) &&
      (checked === undefined || isChecked(it) === checked) &&
      (name === undefined || matches(nameOf(it), name, exact)) &&
      isSaid(it),
  );
}

/** True for a box that is ticked. */
export function isChecked(element: Element): boolean {
  return "checked" in element
    ? element.checked === true
    : element.getAttribute("aria-checked") === "true";
}

/** The innermost elements that hold a text. */
export function byText(
  root: Element,
  text: string | RegExp,
  exact = false,
): readonly Element[] {
  const found: Element[] = [];
  // Part of a text is in all that is around it, too: most of a page need not be asked.
  const isPart = typeof text === "string";
  const look = (it: Element): boolean => {
    if (/^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(it.tagName)) return false;
    const own = it.textContent ?? "";
    if (isPart && !matches(own, text)) return false;
    const isInside = [...it.children].map(look).some(Boolean);
    const isIt = matches(own, text, exact);
    if (isIt && !isInside) found.push(it);
    return isIt || isInside;
  };
  look(root);
  return found;
}

/** Fields, and whatever else has a label. */
export function byLabel(
  root: Element,
  text: string | RegExp,
  exact?: boolean,
): readonly Element[] {
  return [
    ...root.querySelectorAll(
      "input, select, textarea, [aria-label], [aria-labelledby]",
    ),
  ].filter((it) => matches(labelOf(it), text, exact));
}
