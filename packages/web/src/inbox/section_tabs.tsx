import { Link } from "wouter";
import { useCounts } from "../api/queries.ts";
import type { Section } from "../api/types.ts";
import { countText, SECTION_TABS, sectionPath } from "../shell/views.ts";
import { t } from "../ui/t.ts";

/** The sections of the needs-you view, with their counts. */
export function SectionTabs({ section }: { section: Section | undefined }) {
  const counts = useCounts().data?.needs_you;
  const tabs = [
    {
      name: t`All`,
      path: "/needs-you",
      count: counts?.total,
      isHere: !section,
    },
    ...SECTION_TABS.map((it) => ({
      name: it.name,
      path: sectionPath(it),
      count: counts?.[it.section],
      isHere: it.section === section,
    })),
  ];
  return (
    <nav
      aria-label={t`Needs you`}
      className="flex shrink-0 gap-1 border-faint border-b px-3 py-2 max-md:py-0.5"
    >
      {tabs.map(({ name, path, count, isHere }) => (
        <Link
          key={name}
          href={path}
          aria-current={isHere ? "page" : undefined}
          className="flex items-center max-md:min-h-11"
        >
          <span
            className={`flex h-6 items-center gap-1.5 rounded-full px-2.5 font-medium text-xs ${isHere ? "bg-accent-back text-accent" : "text-soft hover:bg-hover"}`}
          >
            {name} {count !== undefined && count > 0 && countText(count)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
