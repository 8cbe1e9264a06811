/** Outlines on a grid of 24, drawn for this app. */
const PATHS = {
  inbox: "M3 13h5l2 3h4l2-3h5M5 5h14l2 8v6H3v-6z",
  sent: "M21 3 3 10l7 3 3 8zM10 13 21 3",
  drafts: "M4 20h4L20 8l-4-4L4 16zM14 6l4 4",
  archive: "M3 4h18v5H3zM5 9v11h14V9M10 13h4",
  needs: "M12 3 2 20h20zM12 10v4M12 17v.5",
  payments: "M3 6h18v12H3zM3 10h18M7 15h3",
  settings:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M19 12l2 1-2 4-2-1-3 2v2h-4v-2l-3-2-2 1-2-4 2-1v-2L3 9l2-4 2 1 3-2V2h4v2l3 2 2-1 2 4-2 1z",
  label: "M4 4h8l8 8-8 8-8-8zM8 8h.5",
  block: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M5.6 5.6l12.8 12.8",
  more: "M4.5 12h1M11.5 12h1M18.5 12h1M4.5 12.5h1M11.5 12.5h1M18.5 12.5h1",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 21 21",
  close: "M6 6l12 12M18 6 6 18",
  back: "M15 5l-7 7 7 7",
  write: "M12 5v14M5 12h14",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  check: "M5 13l4 4L19 7",
  keyboard: "M3 6h18v12H3zM7 10h.5M11 10h.5M15 10h.5M7 14h10",
  mail: "M3 6h18v12H3zM3 7l9 7 9-7",
  shield: "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z",
} as const;

export type IconName = keyof typeof PATHS;

/** A picture that says nothing by itself: the words beside it do. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
