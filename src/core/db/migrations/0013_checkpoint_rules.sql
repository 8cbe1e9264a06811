-- A rule of a checkpoint was its id alone; now it says why, too.
update checkpoints set rules = (
  select json_group_array(json_object('id', value, 'outcome', 'needs_person', 'detail', ''))
  from json_each(checkpoints.rules)
) where json_type(rules, '$[0]') = 'text';
