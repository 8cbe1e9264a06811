/** Outlines on a grid of 16, drawn for this app. */
const PATHS = {
  inbox: "M2 9h3l1 2h4l1-2h3M3.5 3h9L14 9v4H2V9z",
  sent: "M14 2 7 9M14 2 9.5 14 7 9 2 6.5z",
  archive: "M2 3h12v3H2zM3 6v7h10V6M6.5 9h3",
  needs: "M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1",
  requests: "M2 8h9M8 4.5 11.5 8 8 11.5M14 3v10",
  clock: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.5V8l2.5 1.5",
  snoozed: "M3.5 3.5h5l-5 6h5M9.5 8h4l-4 5h4",
  payments:
    "M3.5 3.5h9a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM1.5 6.5h13",
  settings:
    "M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4",
  label: "M2.5 2.5H8l5.5 5.5L8 13.5 2.5 8zM5.5 5.5h.01",
  block: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M3.8 3.8l8.4 8.4",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5 14 14",
  bin: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9",
  close: "M4 4l8 8M12 4l-8 8",
  minimise: "M4 8h8",
  back: "M10 3 5 8l5 5",
  down: "m4.5 6 3.5 3.5L11.5 6",
  write: "M11 2.5 13.5 5 5 13.5H2.5V11z",
  file: "M4 1.5h5l3 3v10H4zM9 1.5v3h3",
  check: "m3 8.5 3.2 3.2L13 4.5",
  keyboard: "M2 4h12v8H2zM4.5 6.5h.01M7 6.5h.01M9.5 6.5h.01M12 6.5h.01M5 9.5h6",
  mail: "M2 3.5h12v9H2zM2 4l6 4.5L14 4",
  shield: "M8 1.8 13 4v4c0 3-2 5-5 6.2C5 13 3 11 3 8V4z",
  person:
    "M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4M3 13.5c.6-2.6 2.6-4 5-4s4.4 1.4 5 4",
  leave: "M6 3H3v10h3M7 8h7M11 5l3 3-3 3",
} as const;

export type IconName = keyof typeof PATHS;

const SIZE = 16;
const LINE = 1.5;

/** A decorative picture: the words beside it carry the meaning. */
export function Icon({ name, size = SIZE }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      // Lines are equally wide in large and small icons.
      strokeWidth={(LINE * SIZE) / size}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
