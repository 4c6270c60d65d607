-- Keeps warnings that were given. An item an account: {"account", "asset", "percent", "level"}.
create or replace function contracts.keep_margin_calls(p_calls jsonb, p_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into contracts.margin_calls (account_id, asset, percent, level, at)
  select g.account, g.asset, g.percent, g.level, p_at
  from jsonb_to_recordset(p_calls) g(account bigint, asset smallint, percent smallint, level bigint)
$$;
grant execute on function contracts.keep_margin_calls to api;
