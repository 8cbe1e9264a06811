import { useQuery } from "@tanstack/react-query";
import type { SaveTemplateInput } from "../../../../client/src/generated/types.ts";
import { inbox } from "../../api/client.ts";
import type { Templates } from "../../api/types.ts";
import { durationOf, withinOf } from "../../ui/times/within.tsx";
import type { Written } from "../written.ts";

export const TEMPLATES_KEY = ["templates"];

export type Template = Templates["templates"][number];

/** The person's templates. */
export function useTemplates(): readonly Template[] {
  const { data } = useQuery({
    queryKey: TEMPLATES_KEY,
    queryFn: () => inbox.listTemplates(),
    staleTime: 60_000,
  });
  return data?.templates ?? [];
}

/** The fields that a template sets in a form; the recipients stay. Pure. */
export function writtenBy(template: Template): Partial<Written> {
  const { title, text, price = "", release, releaseAction = "" } = template;
  return {
    ...{ title, text, price, release, action: releaseAction },
    acceptWithin: withinOf(template.acceptWithin),
    deliverWithin: withinOf(template.deliverWithin),
  };
}

/** The template made from a form; a date would soon be over. Pure. */
export function templateOf(name: string, written: Written): SaveTemplateInput {
  const { title, text, price, release, action } = written;
  const acceptWithin = durationOf(written.acceptWithin);
  const deliverWithin = durationOf(written.deliverWithin);
  const isWhole = release !== "converted" || action.trim() !== "";
  return {
    name,
    title,
    text,
    ...(price !== "" && { price }),
    ...(acceptWithin && { acceptWithin }),
    ...(deliverWithin && { deliverWithin }),
    ...(isWhole && { release }),
    ...(isWhole && release === "converted" && { releaseAction: action.trim() }),
  };
}
