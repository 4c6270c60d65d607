-- Marks those of some positions whose expiry comes up by p_until and that opened more than p_ahead before it, and returns
-- those that were not marked before. One that is being written at the moment is left for the next call.
create or replace function contracts.note_expiring(p_ids uuid[], p_until timestamptz, p_ahead interval)
returns table (account_id bigint, id uuid, asset smallint, instrument_id integer, lots bigint, expires_at timestamptz)
language sql security definer set search_path = '' as $$
  with due as (
    select p.account_id, p.id from contracts.positions p
    where p.id = any (p_ids) and p.expires_at <= p_until and not p.expiry_noted and p.open_ts < p.expires_at - p_ahead
    for update skip locked)
  update contracts.positions p set expiry_noted = true from due
  where p.account_id = due.account_id and p.id = due.id
  returning p.account_id, p.id, p.asset, p.instrument_id, p.lots, p.expires_at
$$;
grant execute on function contracts.note_expiring to api;
