import { useEffect, useRef, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { ShownFile } from "./file_bytes.ts";
import { lendUrl } from "./file_bytes.ts";
import { previewKind } from "./preview.tsx";

/** Larger pictures are shown on demand. */
const BYTES_MAX = 2_000_000;

/** True for a picture that is stored here and small enough to show at once. Pure. */
export function hasThumbnail({
  mimeType,
  size = Number.POSITIVE_INFINITY,
  uri,
}: ShownFile): boolean {
  return (
    uri === undefined &&
    size <= BYTES_MAX &&
    previewKind(mimeType) === "picture"
  );
}

/** A small picture, loaded once it is in sight; its name is beside it. */
export function Thumbnail({ file }: { file: ShownFile }) {
  const box = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let giveBack: (() => void) | undefined;
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some((it) => it.isIntersecting)) return;
      observer.disconnect();
      // Without it the icon stays: the file can still be opened.
      giveBack = lendUrl(file, setUrl, () => setUrl(undefined));
    });
    if (box.current) observer.observe(box.current);
    return () => {
      observer.disconnect();
      giveBack?.();
    };
  }, [file]);
  return (
    <span
      ref={box}
      className="grid size-24 shrink-0 place-items-center overflow-hidden rounded-md bg-faint text-quiet"
    >
      {url === undefined ? (
        <Icon name="file" />
      ) : (
        <img
          src={url}
          alt=""
          decoding="async"
          className="size-full object-cover"
          onError={() => setUrl(undefined)}
        />
      )}
    </span>
  );
}
