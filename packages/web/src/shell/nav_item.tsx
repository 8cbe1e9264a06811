import { Link } from "wouter";
import { LabelDot } from "../ui/badge.tsx";
import type { IconName } from "../ui/icon.tsx";
import { Icon } from "../ui/icon.tsx";
import { countText } from "./views.ts";

/** A place in the column beside the page, or in the row below it. */
export function NavItem({
  to,
  name,
  short = name,
  icon,
  labelOf,
  isHere,
  isAtHand = false,
  count = 0,
  counts = "",
}: {
  to: string;
  name: string;
  /** A short name, for the row below the page. */
  short?: string;
  icon?: IconName;
  /** The label that the place lists. */
  labelOf?: string;
  isHere: boolean;
  /** True for a place that stays visible on a phone. */
  isAtHand?: boolean;
  count?: number;
  /** The unit of the count, for screen readers. */
  counts?: string;
}) {
  return (
    <Link
      href={to}
      aria-current={isHere ? "page" : undefined}
      className={`relative flex items-center rounded-md font-medium max-md:min-h-13 max-md:min-w-0 max-md:flex-1 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:text-2xs md:h-7.5 md:shrink-0 md:gap-2.25 md:px-2 ${isAtHand ? "" : "max-md:hidden"} ${isHere ? "text-ink max-md:text-accent md:bg-card md:ring-1 md:ring-line" : "text-soft hover:bg-hover"}`}
    >
      {icon && <Icon name={icon} />}
      {labelOf !== undefined && <LabelDot name={labelOf} />}
      <span className="max-w-full min-w-0 truncate">
        <bdi className={short === name ? "" : "max-md:sr-only"}>{name}</bdi>
        {short !== name && (
          <span aria-hidden="true" className="md:hidden">
            {short}
          </span>
        )}
      </span>
      {count > 0 && (
        <span
          className={`text-xs tabular-nums max-md:absolute max-md:top-1 max-md:left-1/2 max-md:ml-2 max-md:rounded-full max-md:bg-side max-md:px-1 md:ml-auto ${isHere ? "font-semibold text-accent" : "text-quiet"}`}
        >
          {countText(count)}
          <span className="sr-only"> {counts}</span>
        </span>
      )}
    </Link>
  );
}
