import { useState } from "react";
import { PRESETS } from "../../../../src/core/identity/scopes.ts";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Credential } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { LastUsed, Time } from "../ui/time.tsx";
import { Glance } from "./glance.tsx";
import { LimitsDialog } from "./limits_dialog.tsx";
import { mayAccept, maySpend } from "./typed_limits.ts";

type Act = "rotate" | "revoke";

const ASKS: Readonly<
  Record<Act, { title: string; says: string; does: string }>
> = {
  rotate: {
    title: t`Replace token`,
    says: t`The current token stops working immediately.`,
    does: t`New token`,
  },
  revoke: {
    title: t`Revoke access`,
    says: t`It stops working immediately. You can't undo this.`,
    does: t`Revoke`,
  },
};

/** A program with access: its rights, its last use, and how to revoke it. */
export function AccessItem({
  credential,
  onToken,
}: {
  credential: Credential;
  onToken: (token: string) => void;
}) {
  const [asked, setAsked] = useState<Act>();
  const [isLimiting, setLimiting] = useState(false);
  const { id, name, kind, expiresAt } = credential;
  const { lastUsedAt, lastUsedFrom, says, scopes } = credential;
  const title = PRESETS.find((it) => it.id === credential.preset)?.title;
  const act = useSave(
    async (wanted: Act) => {
      if (wanted === "revoke") {
        await inbox.revokeCredential({ credentialId: id });
        return;
      }
      const { token } = await inbox.rotateCredential({ credentialId: id });
      onToken(token);
    },
    { reads: [KEYS.credentials] },
  );
  return (
    <section aria-label={name} className="card p-4">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 basis-40 font-semibold max-md:basis-full">
          <bdi>{name}</bdi>
        </h3>
        {(maySpend(scopes) || mayAccept(scopes)) && (
          <button
            type="button"
            className="btn"
            aria-label={t`Limits for ${name}`}
            onClick={() => setLimiting(true)}
          >{t`Limits`}</button>
        )}
        {kind === "token" && (
          <button
            type="button"
            className="btn"
            aria-label={t`New token for ${name}`}
            onClick={() => setAsked("rotate")}
          >{t`New token`}</button>
        )}
        <button
          type="button"
          className="btn btn-bad"
          aria-label={t`Revoke ${name}`}
          onClick={() => setAsked("revoke")}
        >{t`Revoke`}</button>
      </div>
      <div className="grid gap-1.5">
        {title ? (
          <>
            <p className="font-medium text-sm">{t.of(title)}</p>
            <div>
              <Glance scopes={scopes} />
            </div>
            <details>
              <summary className="hint">{t`Details`}</summary>
              <p className="hint">
                {says.may} {says.cannot}
              </p>
            </details>
          </>
        ) : (
          <p className="hint">
            {says.may} {says.cannot}
          </p>
        )}
        <p className="hint">
          {says.pays} {says.accepts}
        </p>
        <p className="hint">
          <Origin credential={credential} />{" "}
          <LastUsed at={lastUsedAt} from={lastUsedFrom} />
          {expiresAt && <> {rich`Expires ${<Time at={expiresAt} />}.`}</>}
        </p>
      </div>
      {isLimiting && (
        <LimitsDialog
          credential={credential}
          onClose={() => setLimiting(false)}
        />
      )}
      {asked && (
        <Dialog
          title={`${ASKS[asked].title}: ${name}`}
          isOpen
          onClose={() => setAsked(undefined)}
        >
          <p className="mb-4">{ASKS[asked].says}</p>
          <DialogAnswers
            leave={t`Cancel`}
            act={ASKS[asked].does}
            isBad
            onLeave={() => setAsked(undefined)}
            onAct={() => {
              act.mutate(asked);
              setAsked(undefined);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

/** How it signs in, and since when. */
function Origin({
  credential: { kind, clientId, lastFour, createdAt },
}: {
  credential: Credential;
}) {
  const since = <Time at={createdAt} />;
  if (kind === "oauth") return rich`Connected by sign-in since ${since}.`;
  return kind === "keys"
    ? rich`Signs with its own keys as ${<code>{clientId}</code>}, since ${since}.`
    : rich`Token …${lastFour}, since ${since}.`;
}
