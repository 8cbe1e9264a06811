-- Balance and payments were part of conversations:read: whoever could see them still can.
update credentials set scopes = json_insert(scopes, '$[#]', 'payments:read')
where scopes is not null
  and exists (select 1 from json_each(credentials.scopes) where value = 'conversations:read')
  and not exists (select 1 from json_each(credentials.scopes) where value = 'payments:read');
