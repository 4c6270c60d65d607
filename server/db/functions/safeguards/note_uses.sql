-- Records that customers used the product from `p_first` to `p_last`; a pause of fifteen minutes begins a new session. Returns
-- since when each one's session runs.
create or replace function safeguards.note_uses(p_customers uuid[], p_firsts timestamptz[], p_lasts timestamptz[])
returns table (customer_id uuid, began_at timestamptz) language sql as $$
  insert into safeguards.play_sessions as s (customer_id, began_at, used_at)
  select u.id, u.first, u.last from unnest(p_customers, p_firsts, p_lasts) as u(id, first, last) order by u.id
  on conflict (customer_id) do update set
    began_at = case when excluded.began_at - s.used_at >= interval '15 minutes' then excluded.began_at else s.began_at end,
    used_at = greatest(s.used_at, excluded.used_at)
  returning s.customer_id, s.began_at
$$;
grant execute on function safeguards.note_uses to api;
