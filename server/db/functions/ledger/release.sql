-- Gives a part of a hold, or all of it, back to its owner. Refuses (P0001) more than is held.
create or replace function ledger.release(p_id uuid, p_amount bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_hold ledger.holds;
begin
  select * into v_hold from ledger.holds h where h.id = p_id for update;
  if not found or p_amount <= 0 or p_amount > v_hold.amount then
    raise exception 'hold too small' using errcode = 'P0001';
  end if;
  update ledger.balances w set held = w.held - p_amount, free = w.free + p_amount
  where w.account_id = v_hold.account_id and w.asset = v_hold.asset and w.shard = 0;
  if p_amount = v_hold.amount then delete from ledger.holds h where h.id = p_id;
  else update ledger.holds h set amount = h.amount - p_amount where h.id = p_id; end if;
end $$;
