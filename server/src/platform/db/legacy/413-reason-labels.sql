update callcenters set pause_reasons = (
  select jsonb_agg(jsonb_build_object('labels', '{}'::jsonb) || reason.value order by reason.place)
  from jsonb_array_elements(pause_reasons) with ordinality as reason (value, place))
where jsonb_array_length(pause_reasons) > 0;
