-- Converts: row and entry in one step. Answers 'done', or 'known' where the quote was used, 'balance' where the customer
-- has too little that may be traded with, 'inventory' where the house has; then nothing has changed.
create or replace function wallet.convert(
  p_id uuid, p_customer uuid, p_account bigint, p_quote uuid, p_from smallint, p_to smallint,
  p_amount bigint, p_fee bigint, p_received bigint, p_price text, p_ticks jsonb, p_accepted timestamptz, p_at timestamptz)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_inventory bigint := ledger.account_named('house:inventory');
  v_revenue bigint := ledger.account_named('revenue:convert');
  v_tradable bigint;
  v_stock bigint;
  v_entry bigint;
begin
  -- In account order, as every entry locks.
  select max(b.tradable) filter (where b.account_id = p_account and b.asset = p_from),
    max(b.free) filter (where b.account_id = v_inventory and b.asset = p_to)
  into v_tradable, v_stock
  from ledger.lock_balances(array[p_account, v_inventory], array[p_from, p_to]) b;
  if exists (select 1 from wallet.conversions c where c.quote_id = p_quote) then return 'known'; end if;
  if v_tradable is null or v_tradable < p_amount then return 'balance'; end if;
  if v_stock is null or v_stock < p_received then return 'inventory'; end if;
  v_entry := ledger.post('convert', p_id, array[p_account, v_inventory, v_revenue, p_account, v_inventory],
    array[p_from, p_from, p_from, p_to, p_to], array[-p_amount, p_amount - p_fee, p_fee, p_received, -p_received], p_at);
  insert into wallet.conversions (id, customer_id, account_id, quote_id, from_asset, to_asset, amount, fee, received, ticks,
    price, entry, accepted_at, done_at)
  values (p_id, p_customer, p_account, p_quote, p_from, p_to, p_amount, p_fee, p_received, p_ticks, p_price, v_entry,
    p_accepted, p_at);
  return 'done';
end $$;
grant execute on function wallet.convert to api;
