import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TeamRole } from "../../../../../src/core/base/team_roles.ts";
import type {
  GetAccountOutput,
  ListMembersOutput,
} from "../../../../client/src/generated/types.ts";
import { openInboxOf } from "../../api/acting_as.ts";
import { inbox } from "../../api/client.ts";
import { faultIn } from "../../api/problem.ts";
import { KEYS } from "../../api/queries.ts";
import { useSave } from "../../api/use_save.ts";
import { TextField } from "../../ui/field.tsx";
import { amountError, readAmount } from "../../ui/money/typed_amount.ts";
import { Waiting } from "../../ui/notice.tsx";
import { t } from "../../ui/t.ts";
import { ApprovalsForm, ApprovalsSaid } from "./approvals_form.tsx";
import { ALL_ROLES, ROLE_WORDS } from "./role_words.ts";

type Mine = NonNullable<GetAccountOutput["teams"]>[number];
type Member = ListMembersOutput["shareWith"][number];

/** Roles that one's own gives, as the service says it in `mayShare` and `mayDelete`. */
function givenBy({
  mayShare,
  mayDelete,
}: Mine["myRights"]): readonly TeamRole[] {
  if (mayDelete) return ALL_ROLES;
  return mayShare ? ["responder", "reader"] : [];
}

/** The members of a team, and what the reader may change about them. */
export function TeamMembers({ mine }: { mine: Mine }) {
  const { data, error } = useQuery({
    queryKey: KEYS.members,
    queryFn: () => inbox.listMembers(),
  });
  if (!data) return <Waiting error={error} />;
  const roles = givenBy(mine.myRights);
  return (
    <>
      <ul className="mb-6 space-y-3" aria-label={t`Members`}>
        {data.shareWith.map((member) => (
          <li key={member.memberId}>
            <MemberItem member={member} roles={roles} />
          </li>
        ))}
      </ul>
      {roles.length > 0 && <AddMember roles={roles} />}
      {mine.myRights.mayDelete ? (
        <ApprovalsForm approvals={data.approvals} />
      ) : (
        <ApprovalsSaid approvals={data.approvals} />
      )}
    </>
  );
}

function MemberItem({
  member,
  roles,
}: {
  member: Member;
  roles: readonly TeamRole[];
}) {
  const { memberId, displayName, address, role, isYou } = member;
  const change = useSave(
    (next: TeamRole) => inbox.putMember({ address: memberId, role: next }),
    { reads: [KEYS.members, KEYS.account], says: t`Role changed` },
  );
  const remove = useSave(() => inbox.removeMember({ address: memberId }), {
    reads: isYou ? [] : [KEYS.members],
    says: isYou ? t`You left the team` : t`Member removed`,
  });
  const isBelow = roles.includes(role);
  return (
    <section
      aria-label={displayName}
      className="card flex flex-wrap items-end gap-3 p-4"
    >
      <div className="min-w-0 flex-1 basis-full">
        <h2 className="font-semibold">
          <bdi>{displayName}</bdi>
          {isYou && <span className="text-good"> · {t`you`}</span>}
        </h2>
        <p className="hint">
          {address && <bdi>{address}</bdi>} {limitOf(member)}
        </p>
      </div>
      {isBelow ? (
        <RoleField
          roles={roles}
          role={change.isPending ? change.variables : role}
          onRole={(next) => change.mutate(next)}
        />
      ) : (
        <p className="flex-1">{ROLE_WORDS[role].title}</p>
      )}
      {(isBelow || isYou) && (
        <button
          type="button"
          className="btn btn-bad"
          aria-label={isYou ? undefined : t`Remove ${displayName}`}
          aria-disabled={remove.isPending}
          onClick={() =>
            remove.mutate(undefined, {
              onSuccess: () => isYou && openInboxOf(undefined),
            })
          }
        >
          {isYou ? t`Leave the team` : t`Remove`}
        </button>
      )}
    </section>
  );
}

/** The limit of a member who has one, in words. */
function limitOf({ role, approve: { upTo } }: Member): string {
  if (role === "reader" || upTo === null) return "";
  return t`· up to ${upTo.amount} ${upTo.currency} without asking`;
}

function RoleField({
  roles,
  role,
  onRole,
}: {
  roles: readonly TeamRole[];
  role: TeamRole;
  onRole: (role: TeamRole) => void;
}) {
  return (
    <div className="flex-1">
      <label>
        <span className="hint block">{t`Role`}</span>
        <select
          className="field max-w-44"
          value={role}
          onChange={({ target: { value } }) =>
            onRole(roles.find((it) => it === value) ?? role)
          }
        >
          {roles.map((it) => (
            <option key={it} value={it}>
              {ROLE_WORDS[it].title}
            </option>
          ))}
        </select>
      </label>
      <span className="hint mt-1 block">{ROLE_WORDS[role].may}</span>
    </div>
  );
}

function AddMember({ roles }: { roles: readonly TeamRole[] }) {
  const [address, setAddress] = useState("");
  const [role, setRole] = useState<TeamRole>("responder");
  const [upTo, setUpTo] = useState("");
  const isLimited = role === "manager" || role === "responder";
  const most = isLimited ? readAmount(upTo) : undefined;
  const add = useSave(
    () =>
      inbox.putMember({
        address: address.trim(),
        role,
        ...(most !== undefined && { approve: { upTo: most } }),
      }),
    { reads: [KEYS.members], says: t`Member added`, showsError: true },
  );
  return (
    <form
      className="card p-4"
      aria-label={t`Add a member`}
      onSubmit={(event) => {
        event.preventDefault();
        if (add.isPending || amountError(upTo)) return;
        add.mutate(undefined, {
          onSuccess() {
            setAddress("");
            setUpTo("");
          },
        });
      }}
    >
      <TextField
        label={t`Address`}
        hint={t`An address of this service. They see the team in their account menu at once.`}
        error={faultIn(add.error)}
        required
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        onText={(text) => {
          setAddress(text);
          add.reset();
        }}
      />
      <div className="mb-4">
        <RoleField roles={roles} role={role} onRole={setRole} />
      </div>
      {isLimited && (
        <TextField
          label={t`Decides and pays up to`}
          hint={
            role === "manager"
              ? t`Leave empty for no limit.`
              : t`Leave empty for what is free.`
          }
          error={amountError(upTo)}
          inputMode="decimal"
          autoComplete="off"
          value={upTo}
          onText={(text) => {
            setUpTo(text);
            add.reset();
          }}
        />
      )}
      <button
        type="submit"
        className="btn"
        aria-disabled={add.isPending}
      >{t`Add member`}</button>
    </form>
  );
}
