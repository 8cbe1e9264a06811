import type { Conversation, Participant } from "../api/types.ts";
import { DELIVERY_WORDS, KIND_WORDS } from "../ui/words.ts";
import { nameOf } from "./parties.ts";

const ROLES: Readonly<Record<Participant["role"], string>> = {
  sender: "Sender",
  to: "To",
  cc: "Copy",
  bcc: "Hidden copy",
};

/** Who is in a conversation, and whether it has reached them. */
export function People({
  conversation: { participants },
}: {
  conversation: Conversation;
}) {
  return (
    <section className="card mb-4 p-4" aria-label="People">
      <h2 className="mb-2 font-semibold">People</h2>
      <ul className="space-y-3">
        {participants.map((it) => (
          <li key={it.address + it.role}>
            <p className="font-medium">
              <bdi>{nameOf(it)}</bdi>
            </p>
            {it.displayName !== "" && it.displayName !== it.address && (
              <p className="hint">
                <bdi>{it.address}</bdi>
              </p>
            )}
            <p className="hint">
              {ROLES[it.role]} · {KIND_WORDS[it.kind]}
              {it.role !== "sender" && (
                <>
                  {" · "}
                  <span
                    className={
                      it.delivery.state === "invite_bounced" ? "text-error" : ""
                    }
                  >
                    {DELIVERY_WORDS[it.delivery.state]}
                  </span>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
