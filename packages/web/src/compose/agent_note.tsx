import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";
import type { Recipient } from "./resolved.ts";
import { hostIn } from "./resolved.ts";
import { looksLikeCard } from "./written.ts";

type Agent = NonNullable<Recipient["agent"]>;

/** The words of agents at other services about themselves, and what is known of each card. */
export function AgentNotes({
  recipients = [],
}: {
  recipients?: readonly Recipient[] | undefined;
}) {
  return recipients.map(({ address, agent }) =>
    agent ? <AgentNote key={address} address={address} agent={agent} /> : null,
  );
}

function AgentNote({ address, agent }: { address: string; agent: Agent }) {
  const { name, description, card, mayCharge } = agent;
  const host = hostIn(card);
  return (
    <section
      aria-label={t`About ${name}`}
      className="mx-4 my-3 flex shrink-0 gap-2.5 rounded-lg border border-line px-3 py-2.5 text-sm"
    >
      <span className="mt-0.5 text-soft">
        <Icon name="requests" />
      </span>
      <div className="min-w-0 space-y-1">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        {description !== "" && (
          <p className="line-clamp-3 text-soft">
            <bdi>{description}</bdi>
          </p>
        )}
        <p className="text-soft">
          {looksLikeCard(address)
            ? t`An agent at ${host}.`
            : t`An inbox at ${host}.`}{" "}
          {signatureWords(agent)} {mayCharge && chargeWords(agent)}
        </p>
      </div>
    </section>
  );
}

/** Whether a payment that it asks for could be made. */
function chargeWords({ unpayable }: Agent): string {
  return unpayable === undefined
    ? t`It may ask for a payment, which your wallet would sign.`
    : t`It may ask for a payment, which can't be made from here: ${unpayable}.`;
}

/** The verdict on a card's signature, for a person. */
function signatureWords({ signature }: Agent): string {
  switch (signature) {
    case "valid":
      return t`Its service signed this description.`;
    case "absent":
      return t`Its description isn't signed.`;
    default:
      return t`Its description can't be checked: the signature doesn't match.`;
  }
}
