-- Pays a part of a hold of loan money, or all of it, as USDT: the loan money goes back to the house's capital and the same
-- sum of USDT from there to another account, in one entry. Returns it; refuses (P0001) more than is held, and another asset.
create or replace function ledger.capture_lent(p_id uuid, p_amount bigint, p_to bigint, p_kind text, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_hold ledger.holds;
  v_capital bigint := (select a.id from ledger.accounts a where a.name = 'house:capital');
  v_entry bigint;
begin
  select * into v_hold from ledger.holds h where h.id = p_id for update;
  if not found or p_amount <= 0 or p_amount > v_hold.amount or v_hold.asset <> 3 then
    raise exception 'hold too small' using errcode = 'P0001';
  end if;
  perform ledger.credit(v_capital, 3::smallint, p_amount);
  perform ledger.credit(v_capital, 1::smallint, -p_amount);
  -- Only now are these coins the house's own, and may be moved to where they leave.
  if exists (select from ledger.accounts a where a.id = p_to and a.name like 'custody:%') then
    perform ledger.fill_custody(p_to, 1::smallint, p_amount, p_id, p_at);
  end if;
  perform ledger.credit(p_to, 1::smallint, p_amount);
  update ledger.balances w set held = w.held - p_amount
  where w.account_id = v_hold.account_id and w.asset = 3 and w.shard = 0;
  if p_amount = v_hold.amount then delete from ledger.holds h where h.id = p_id;
  else update ledger.holds h set amount = h.amount - p_amount where h.id = p_id; end if;
  insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
  values (p_at, p_kind, p_id, v_hold.account_id, array[v_hold.account_id, v_capital, v_capital, p_to],
    array[3, 3, 1, 1]::smallint[], array[-p_amount, p_amount, -p_amount, p_amount])
  returning seq into v_entry;
  return v_entry;
end $$;
