import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";

/** Where the conversations of a stage are. */
export interface Stage {
  /** Waits for the decision of whom the stage is for; has files. */
  readonly offered: string;
  /** Has been paid and closed. */
  readonly done: string;
  readonly draft: string;
  /** Sells something that asks questions. */
  readonly seller: string;
  /** A label of the person, on what is offered. */
  readonly label: string;
}

export interface StageOptions {
  /** Stands wherever a text may stand. */
  readonly text?: string;
}

const PDF = Buffer.from(
  "%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>",
).toString("base64");

/** Puts something of every kind into a person's inbox, over the API. */
export async function stage(
  service: TestService,
  token: string,
  address: string,
  { text }: StageOptions = {},
): Promise<Stage> {
  const call = async (
    method: string,
    path: string,
    who: string,
    body: object,
  ) => {
    const response = await service.fetch(path, {
      method,
      token: who,
      json: body,
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return await json(response);
  };
  const id = `friend${address.length}${Math.abs(hash(address))}`;
  const account = await service.addAccount(id, {
    name: text ?? "Fiona Friend",
    credit: "100.00",
  });
  // A message that a person sends is approved by being sent (docs/review_rules.md).
  const friend = {
    address: account.address,
    token: (await service.addSession(account)).token,
  };
  const create = async (who: string, body: object) =>
    (await call("POST", "/v1/conversations", who, body)).conversationId;
  const offer = {
    to: [address],
    title: text ?? "Translate our brochure",
    text:
      text ?? "Twelve pages, from English. See https://example.org/brochure.",
    price: "25.00",
    submit: true,
    artifacts: [
      { name: text ?? "brochure.pdf", mimeType: "application/pdf", bytes: PDF },
    ],
  };
  const done = await create(friend.token, {
    ...offer,
    release: "converted",
    releaseAction: text?.slice(0, 200) ?? "the translation is delivered",
  });
  const at = `/v1/conversations/${done}`;
  await call("POST", `${at}/messages`, token, { text: text ?? "Done." });
  await call("POST", `${at}/receipt`, token, {
    confirm: true,
    statement: text ?? "Delivered",
  });
  const offered = await create(friend.token, {
    ...offer,
    cc: ["colleague@company.example"],
  });
  await call("POST", `/v1/conversations/${offered}/artifacts`, friend.token, {
    name: text ?? "notes.txt",
    mimeType: "text/plain",
    bytes: "eA==",
    description: text ?? "Notes",
  });
  const draft = await create(token, {
    title: text ?? "An idea",
    text: text ?? "Perhaps later",
    to: [friend.address, "someone@mail.example"],
    price: "3.50",
  });
  await call("POST", "/v1/credentials", token, {
    name: text?.slice(0, 100) ?? "Claude on my laptop",
    preset: "assistant",
    limits: { perPayment: "5.00" },
  });
  await call("POST", "/api/addresses/domains", token, {
    domain: `${id}.example.org`,
  });
  const asked = text?.slice(0, 200) ?? "The language of the brochure";
  const sold = {
    title: text?.slice(0, 100) ?? "A translation",
    description: asked,
    price: "20.00",
    deliverWithin: "P3D",
    input: {
      type: "object",
      properties: {
        language: { type: "string", title: asked, enum: ["nb", "sv", "da"] },
        pages: { type: "number", title: "How many pages" },
      },
      required: ["language"],
    },
  };
  await call("PUT", "/v1/offers/text", token, sold);
  await call("PUT", "/v1/offers/text", friend.token, sold);
  const label = (text ?? "Brochures").slice(0, LIMITS.labelCharsMax);
  const labelled = await call("PATCH", `/v1/conversations/${offered}`, token, {
    addLabels: [label],
  });
  const seller = friend.address;
  return { offered, done, draft, seller, label: labelled.labels[0] };
}

function hash(text: string): number {
  let sum = 0;
  for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) | 0;
  return sum;
}

/** Every page of the app, with something on it. */
export function pagesOf({
  offered,
  done,
  draft,
  seller,
  label,
}: Stage): readonly string[] {
  return [
    "/inbox",
    "/needs-you",
    "/requests",
    "/waiting",
    "/sent",
    "/drafts",
    "/payments",
    "/payments/balance",
    "/archive",
    `/labels?${new URLSearchParams({ label })}`,
    `/c/${offered}`,
    `/c/${done}`,
    `/c/${done}/audit`,
    "/compose",
    `/compose/${draft}`,
    `/compose?${new URLSearchParams({ to: seller, offer: "text" })}`,
    "/settings/profile",
    "/settings/access",
    "/settings/absence",
    "/settings/addresses",
    "/settings/prices",
    "/settings/offers",
    "/settings/contacts",
    "/settings/notifications",
    "/settings/appearance",
  ];
}
