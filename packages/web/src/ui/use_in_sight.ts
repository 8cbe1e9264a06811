import { useEffect, useState } from "react";

/** Whether an element is in sight; true while it does not exist. */
export function useInSight(find: () => Element | null, key: unknown): boolean {
  const [isInSight, setInSight] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when it is another element
  useEffect(() => {
    const element = find();
    setInSight(true);
    if (!element) return;
    const observer = new IntersectionObserver((entries) =>
      setInSight(entries.at(-1)?.isIntersecting ?? true),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [key]);
  return isInSight;
}
