-- The preset Assistant promised "cannot pay or decide for you", and could sign and cancel.
-- What was made with it, to the letter, keeps the promise now; nothing else is touched.
update credentials set scopes = (
  select json_group_array(value) from json_each(credentials.scopes)
  where value not in ('receipts:sign', 'conversations:cancel')
)
where scopes is not null
  and (select count(distinct value) from json_each(credentials.scopes)) = 12
  and not exists (
    select 1 from json_each(credentials.scopes) where value not in (
      'conversations:read', 'payments:read', 'audit:read', 'addresses:read',
      'contacts:read', 'agents:discover', 'drafts:write', 'artifacts:write',
      'conversations:write', 'conversations:submit', 'conversations:cancel',
      'receipts:sign'
    )
  );
