-- Converts: row and entry in one step. Returns 'done', or 'known' where the quote was used, 'balance' where the customer
-- has too little that may be traded with, 'inventory' where the house has; then nothing has changed.
create or replace function wallet.convert(p_conversion wallet.new_conversion)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_inventory bigint := ledger.account_named('house:inventory');
  v_tradable bigint;
  v_stock bigint;
begin
  -- In account order, as every entry locks.
  select max(b.tradable) filter (where b.account_id = p_conversion.account_id and b.asset = p_conversion.from_asset),
    max(b.free) filter (where b.account_id = v_inventory and b.asset = p_conversion.to_asset)
  into v_tradable, v_stock
  from ledger.lock_balances(array[p_conversion.account_id, v_inventory], array[p_conversion.from_asset, p_conversion.to_asset]) b;
  if exists (select 1 from wallet.conversions c where c.quote_id = p_conversion.quote_id) then return 'known'; end if;
  if v_tradable is null or v_tradable < p_conversion.amount then return 'balance'; end if;
  if v_stock is null or v_stock < p_conversion.received then return 'inventory'; end if;
  perform wallet.book_conversion(p_conversion);
  return 'done';
end $$;
grant execute on function wallet.convert to api;
