import type { Contact, Conversation, Labels } from "../api/types.ts";
import { peopleOf } from "../inbox/row_words.ts";
import { PART_NAMES } from "../settings/part_names.ts";
import { JUMPS } from "../shell/jumps.ts";
import { labelPlace, NAV_VIEWS } from "../shell/views.ts";
import type { IconName } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

/** One line of the palette: a place to go to, or an act. */
export interface PaletteChoice {
  readonly id: string;
  readonly label: string;
  readonly more?: string;
  readonly icon: IconName;
  readonly keys?: string;
  readonly href?: string;
  readonly does?: () => void;
}

/** Lines of one kind, under its name. */
export interface PaletteGroup {
  readonly name: string;
  readonly choices: readonly PaletteChoice[];
}

/** The number of contacts shown; more words find the others. */
const CONTACTS_SHOWN = 5;

/** The views, labels and settings. */
export function placesOf(labels: Labels["labels"]): readonly PaletteChoice[] {
  const jumpTo = (path: string) => JUMPS.find((it) => it.path === path)?.keys;
  return [
    ...NAV_VIEWS.map(({ name, icon, path }) => {
      const keys = jumpTo(path);
      return { id: path, label: name, icon, href: path, ...(keys && { keys }) };
    }),
    ...labels.map(({ name }) => {
      const { path } = labelPlace(name);
      const icon = "label" as const;
      return { id: path, label: name, more: t`Label`, icon, href: path };
    }),
    ...PART_NAMES.map(({ name, title }) => {
      const href = `/settings/${name}`;
      const icon = "settings" as const;
      return { id: href, label: title, more: t`Settings`, icon, href };
    }),
  ];
}

/** The people to write to. */
export function contactChoices(
  contacts: readonly Contact[],
  typed: string,
): readonly PaletteChoice[] {
  if (typed === "") return [];
  return contacts
    .filter(({ address, name }) => holds(`${name} ${address}`, typed))
    .slice(0, CONTACTS_SHOWN)
    .map(({ address, name }) => ({
      id: `contact ${address}`,
      label: name === "" ? address : `${name} (${address})`,
      more: t`Write to`,
      icon: "person",
      href: `/compose?${new URLSearchParams({ to: address })}`,
    }));
}

/** The choices for a search's results. */
export function foundChoices(
  found: readonly Conversation[],
  accountId: string | undefined,
): readonly PaletteChoice[] {
  return found.map((it) => ({
    id: it.id,
    label: it.title || t`(no title)`,
    more: peopleOf(it, accountId).name || it.from.name || it.from.address,
    icon: "mail",
    href: `/c/${it.id}`,
  }));
}

/** Orders groups and their choices: first those that begin with what was typed. Pure. */
export function bestFirst(
  groups: readonly PaletteGroup[],
  typed: string,
): readonly PaletteGroup[] {
  if (typed === "") return groups;
  const rank = ({ label }: PaletteChoice) => (begins(label, typed) ? 0 : 1);
  const sorted = groups.map((group) => ({
    ...group,
    choices: group.choices.toSorted((a, b) => rank(a) - rank(b)),
  }));
  const best = ({ choices }: PaletteGroup) =>
    Math.min(...choices.map((it) => rank(it)));
  return sorted.toSorted((a, b) => best(a) - best(b));
}

/** The groups with choices that match what is typed. Pure. */
export function narrowed(
  groups: readonly PaletteGroup[],
  typed: string,
): readonly PaletteGroup[] {
  return groups
    .map(({ name, choices }) => ({
      name,
      choices: choices.filter(
        ({ label, more = "" }) => holds(label, typed) || holds(more, typed),
      ),
    }))
    .filter(({ choices }) => choices.length > 0);
}

function holds(text: string, typed: string): boolean {
  return plain(text).includes(plain(typed));
}

/** True if a word begins with it. */
function begins(text: string, typed: string): boolean {
  const words = ` ${plain(text).replace(/[^\p{L}\p{N}]+/gu, " ")}`;
  return words.includes(` ${plain(typed).replace(/[^\p{L}\p{N}]+/gu, " ")}`);
}

/** Without accents and case. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
