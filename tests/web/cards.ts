import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";

/** A question on the screen, and the whole of what it has to show. */
export interface Asked {
  readonly conversationId: string;
  /** The author and the readers, by address. */
  readonly recipients: readonly string[];
  readonly text?: string;
  readonly file?: string;
  readonly amount?: string;
  /** Further texts that the card must show. */
  readonly more?: readonly string[];
  /** The names of its two buttons. */
  readonly answers: readonly [approve: string, decline: string];
}

/** Puts one question of a kind before the person whose session token it is. */
export type Kind = (set: Set) => Promise<Asked>;

interface Somebody {
  readonly token: string;
  readonly address: string;
}

/** The people and means to make a question. */
export interface Set extends Somebody {
  readonly friend: Somebody;
  /** One more account, by the name that others see. */
  another(name: string): Promise<Somebody>;
  call(
    token: string,
    path: string,
    body: object,
    method?: string,
  ): Promise<Answer>;
  sayOverA2a(token: string, message: object): Promise<void>;
}

interface Answer {
  readonly conversationId: string;
  readonly artifactId: string;
  readonly token: string;
  readonly waiting: { readonly conversationId: string };
}

/** Everything over REST, like any client. */
export async function setFor(
  service: TestService,
  { token, address }: Somebody,
): Promise<Set> {
  const another = async (name: string) => {
    const word = name.split(" ").at(-1)?.toLowerCase();
    const account = await service.addAccount(
      `${word}-of-${address.split("@")[0]}`,
      {
        name,
        credit: "2000.00",
      },
    );
    const { token } = await service.addSession(account);
    return { address: account.address, token };
  };
  return {
    token,
    address,
    friend: await another("Fiona Friend"),
    another,
    async call(who, path, body, method = "POST") {
      const at = `/v1/${path}`;
      const options = { method, token: who, json: body };
      const response = await service.fetch(at, options);
      if (!response.ok) throw new Error(`${at}: ${await response.text()}`);
      return (await json(response)) as Answer;
    },
    async sayOverA2a(who, message) {
      const call = { jsonrpc: "2.0", id: 1, method: "SendMessage" };
      const body = { ...call, params: { message } };
      const options = { method: "POST", token: who, json: body };
      const { error } = await json(await service.fetch("/a2a", options));
      if (error) throw new Error(`A2A: ${JSON.stringify(error)}`);
    },
  };
}

const TEXT =
  "Please translate the twelve pages by Friday.\nThe glossary is in the file.\n\nSee https://example.org/brochure.";
/** Longer than a screen is high. */
const LONG = Array.from(
  { length: 80 },
  (_, at) => `This is line ${at + 1} of 80.`,
).join("\n");
const FILE = {
  name: "glossary.pdf",
  mimeType: "application/pdf",
  bytes: Buffer.from("%PDF-1.1\n%%EOF").toString("base64"),
};
const AGENT = [
  "conversations:read",
  "conversations:write",
  "conversations:submit",
  "conversations:cancel",
  "artifacts:write",
  "drafts:write",
  "payments:hold",
];

/** An agent of the person, with these scopes. */
async function agentOf(
  { call, token }: Set,
  scopes: readonly string[] = AGENT,
) {
  const body = { name: "Claude on my laptop", scopes };
  return (await call(token, "credentials", body)).token;
}

/** A request from the friend, with a file. */
async function request(set: Set, more: object = {}): Promise<string> {
  const { call, friend, address } = set;
  const { conversationId } = await call(friend.token, "conversations", {
    to: [address],
    title: "Translate our brochure",
    text: TEXT,
    price: "25.00",
    artifacts: [FILE],
    submit: true,
    ...more,
  });
  return conversationId;
}

/** One that is in work already. */
async function accepted(set: Set, more: object = {}): Promise<string> {
  const id = await request(set, more);
  await set.call(set.token, `conversations/${id}/decisions`, {
    decision: "approve",
  });
  return id;
}

export const KINDS: Readonly<Record<string, Kind>> = {
  async submit(set) {
    const agent = await agentOf(set);
    const { conversationId } = await set.call(agent, "conversations", {
      to: [set.friend.address, "shop@mail.example"],
      title: "Translate our brochure",
      text: TEXT,
      price: "60.00",
      artifacts: [FILE],
      submit: true,
    });
    return {
      conversationId,
      text: "The glossary is in the file.",
      file: FILE.name,
      recipients: [set.friend.address, "shop@mail.example"],
      amount: "60.00 USDC (TEST)",
      more: [
        "Your balance: 1,000.00 USDC (TEST) now, 940.00 USDC (TEST) after.",
        "Claude on my laptop",
      ],
      answers: ["Send", "Don't send"],
    };
  },
  async proposal(set) {
    const { call, token, friend } = set;
    const { conversationId } = await call(token, "conversations", {
      to: [friend.address],
      title: "Four chairs",
      text: "Could you build them?",
      submit: true,
    });
    const validUntil = new Date(Date.now() + 2 * 86_400_000).toISOString();
    const terms = { price: "40.00", note: "Made of oak.", validUntil };
    const at = `conversations/${conversationId}/proposals`;
    await call(friend.token, at, terms);
    return {
      conversationId,
      text: "Made of oak.",
      recipients: [friend.address],
      amount: "40.00 USDC (TEST)",
      more: ["Your balance: 1,000.00 USDC (TEST) now"],
      answers: ["Accept", "Decline"],
    };
  },
  async outward(set) {
    const { call, token } = set;
    const { conversationId } = await call(token, "conversations", {
      to: ["shop@mail.example"],
      title: "Four chairs",
      text: "Do you have them?",
      submit: true,
    });
    const agent = await agentOf(set);
    const at = `conversations/${conversationId}`;
    const { artifactId } = await call(agent, `${at}/artifacts`, FILE);
    await call(agent, `${at}/messages`, {
      mode: "reply-all",
      parts: [
        { text: LONG },
        { data: { chairs: 4 } },
        { raw: "eA==", filename: "plan.txt", mediaType: "text/plain" },
      ],
      artifactIds: [artifactId],
    });
    return {
      conversationId,
      text: "This is line 1 of 80.",
      file: FILE.name,
      recipients: ["shop@mail.example"],
      more: ["This is line 80 of 80.", '"chairs": 4', "plan.txt"],
      answers: ["Send", "Don't send"],
    };
  },
  async ask(set) {
    const conversationId = await accepted(set);
    const agent = await agentOf(set);
    await set.sayOverA2a(agent, {
      messageId: "m-1",
      taskId: conversationId,
      role: "ROLE_AGENT",
      parts: [{ text: "Formal or informal address?" }],
      metadata: { trace: "7f3a", svc: { needsInput: true } },
    });
    return {
      conversationId,
      text: "Formal or informal address?",
      recipients: [],
      more: ['"trace": "7f3a"', "Your answer"],
      answers: ["Answer", "Don't answer"],
    };
  },
  async cancel(set) {
    const { call, token, friend } = set;
    const { conversationId } = await call(token, "conversations", {
      to: [friend.address],
      title: "Four chairs",
      text: "By Monday",
      price: "30.00",
      submit: true,
    });
    const agent = await agentOf(set);
    await call(agent, `conversations/${conversationId}/cancel`, {
      reason: "They have found cheaper ones.",
    });
    return {
      conversationId,
      text: "They have found cheaper ones.",
      recipients: [friend.address],
      amount: "30.00 USDC (TEST)",
      more: [`will be returned to ${set.address}`],
      answers: ["Cancel it", "Keep it"],
    };
  },
  async raise(set) {
    const { call, token, friend } = set;
    const { conversationId } = await call(token, "conversations", {
      to: [friend.address],
      title: "Four chairs",
      text: "By Monday",
      price: "30.00",
      submit: true,
    });
    const at = `conversations/${conversationId}`;
    await call(friend.token, `${at}/messages`, { text: "I begin" });
    const reason = "Two of them are broken.";
    await call(friend.token, `${at}/price`, { price: "45.00", reason });
    return {
      conversationId,
      text: reason,
      recipients: [friend.address],
      amount: "15.00 USDC (TEST)",
      more: [
        "Reason from Fiona Friend",
        "The price changes from 30.00 to 45.00 USDC (TEST).",
        "Your balance: 970.00 USDC (TEST) now, 955.00 USDC (TEST) after.",
      ],
      answers: ["Agree to the price", "Decline"],
    };
  },
  async accept(set) {
    const conversationId = await request(set, {
      contactType: "friends_family",
    });
    return {
      conversationId,
      text: "The glossary is in the file.",
      file: FILE.name,
      recipients: [set.friend.address],
      amount: "25.00 USDC (TEST)",
      more: ["Fiona Friend", "Condition:", "R-PRIVILEGE"],
      answers: ["Accept", "Decline"],
    };
  },
  async grant(set) {
    const { call, friend } = set;
    const agent = await agentOf(set, [
      "conversations:read",
      "contacts:write",
      "contacts:new",
    ]);
    const { waiting } = await call(
      agent,
      `contacts/${friend.address}`,
      { contactType: "friends_family", allowed: true },
      "PUT",
    );
    return {
      conversationId: waiting.conversationId,
      recipients: [],
      more: [
        friend.address,
        "not in your contacts",
        "Friends and family, always allowed",
        "Claude on my laptop",
      ],
      answers: ["Change it", "Don't change it"],
    };
  },
  async reply(set) {
    const conversationId = await request(set);
    const agent = await agentOf(set);
    const at = `conversations/${conversationId}`;
    await set.call(agent, `${at}/messages`, {
      mode: "reply",
      text: "The translation will be there on Friday.",
    });
    return {
      conversationId,
      text: "The translation will be there on Friday.",
      recipients: [set.friend.address],
      more: [
        "You accept the request, and the message goes to",
        "sign the receipt to get 25.00 USDC (TEST)",
      ],
      answers: ["Accept and send", "Don't send"],
    };
  },
  async artifact(set) {
    const conversationId = await request(set, { artifacts: [] });
    const agent = await agentOf(set);
    const at = `conversations/${conversationId}`;
    await set.call(agent, `${at}/artifacts`, FILE);
    return {
      conversationId,
      file: FILE.name,
      recipients: [set.friend.address],
      more: [
        "You accept the request, and the others in the conversation see the file",
        "sign the receipt to get 25.00 USDC (TEST)",
      ],
      answers: ["Accept and add", "Don't add"],
    };
  },
  async complete(set) {
    const { call } = set;
    // Somebody else has begun: what is left is to say that it is finished.
    const other = await set.another("Olga Other");
    const conversationId = await request(set, {
      to: [set.address, other.address],
      price: "0",
    });
    const at = `conversations/${conversationId}`;
    await call(other.token, `${at}/messages`, { text: "I begin" });
    await call(await agentOf(set), `${at}/complete`, {});
    return {
      conversationId,
      recipients: [set.friend.address],
      more: ["You accept the request and mark it as completed for everyone"],
      answers: ["Accept and complete", "Don't complete"],
    };
  },
  async receipt(set) {
    const conversationId = await request(set, {
      release: "converted",
      releaseAction: "the brochure is translated",
    });
    const agent = await agentOf(set, [...AGENT, "receipts:sign"]);
    await set.call(agent, `conversations/${conversationId}/receipt`, {
      confirm: true,
      statement: "All twelve pages are translated.",
    });
    return {
      conversationId,
      text: "All twelve pages are translated.",
      recipients: [set.friend.address],
      amount: "25.00 USDC (TEST)",
      more: [
        "the brochure is translated",
        "You accept the request and sign the receipt.",
      ],
      answers: ["Accept and sign", "Don't sign"],
    };
  },
};
