-- Pays a part of a hold, or all of it, to another account; what may not be traded with leaves first. Returns the entry;
-- refuses (P0001) more than is held.
create or replace function ledger.capture(p_id uuid, p_amount bigint, p_to bigint, p_kind text, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_hold ledger.holds;
  v_entry bigint;
begin
  select * into v_hold from ledger.holds h where h.id = p_id for update;
  if not found or p_amount <= 0 or p_amount > v_hold.amount then
    raise exception 'hold too small' using errcode = 'P0001';
  end if;
  update ledger.balances w set held = w.held - p_amount, kept = greatest(0, w.kept - p_amount)
  where w.account_id = v_hold.account_id and w.asset = v_hold.asset and w.shard = 0;
  perform ledger.credit(p_to, v_hold.asset, p_amount);
  if p_amount = v_hold.amount then delete from ledger.holds h where h.id = p_id;
  else update ledger.holds h set amount = h.amount - p_amount where h.id = p_id; end if;
  insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
  values (p_at, p_kind, p_id, v_hold.account_id, array[v_hold.account_id, p_to], array[v_hold.asset, v_hold.asset], array[-p_amount, p_amount])
  returning seq into v_entry;
  return v_entry;
end $$;
