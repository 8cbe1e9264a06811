import { useQuery } from "@tanstack/react-query";
import { placeIn } from "../api/acting_as.ts";
import { inbox } from "../api/client.ts";
import { KEYS, useAccount } from "../api/queries.ts";
import { t } from "../ui/t.ts";
import { Box } from "./rule_box.tsx";

/** The members of a team who take turns; nothing in one's own inbox. */
export function TurnsField({
  inTurn,
  set,
}: {
  inTurn: readonly string[] | null;
  set: (inTurn: readonly string[] | null) => void;
}) {
  const isTeam = placeIn(useAccount().data) !== undefined;
  const { data } = useQuery({
    queryKey: KEYS.members,
    queryFn: () => inbox.listMembers(),
    enabled: isTeam,
  });
  if (!isTeam) return null;
  const able = data?.shareWith.filter((it) => it.rights.mayWrite) ?? [];
  return (
    <>
      <Box
        label={t`Assign to members in turn`}
        isOn={inTurn !== null}
        set={(isOn) => set(isOn ? [] : null)}
      />
      {inTurn !== null && (
        <fieldset className="mb-2 ml-7">
          <legend className="hint">{t`Choose members, or none for all who may reply.`}</legend>
          {able.map(({ address, displayName }) =>
            address === null ? null : (
              <Box
                key={address}
                label={displayName}
                isOn={inTurn.includes(address)}
                set={(isOn) => {
                  const others = inTurn.filter((it) => it !== address);
                  set(isOn ? [...others, address] : others);
                }}
              />
            ),
          )}
        </fieldset>
      )}
    </>
  );
}
