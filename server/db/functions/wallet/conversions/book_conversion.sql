-- Writes a conversion and its entry. The caller has locked the balances that it moves and seen that they suffice.
create or replace function wallet.book_conversion(p_conversion wallet.new_conversion)
returns void language plpgsql set search_path = '' as $$
declare
  v_inventory bigint := ledger.account_named('house:inventory');
  v_revenue bigint := ledger.account_named('revenue:convert');
  v_entry bigint;
begin
  v_entry := ledger.post('convert', p_conversion.id,
    array[p_conversion.account_id, v_inventory, v_revenue, p_conversion.account_id, v_inventory],
    array[p_conversion.from_asset, p_conversion.from_asset, p_conversion.from_asset, p_conversion.to_asset, p_conversion.to_asset],
    array[-p_conversion.amount, p_conversion.amount - p_conversion.fee, p_conversion.fee, p_conversion.received, -p_conversion.received],
    p_conversion.done_at);
  insert into wallet.conversions (id, customer_id, account_id, quote_id, from_asset, to_asset, amount, fee, received, ticks,
    price, entry, accepted_at, done_at)
  values (p_conversion.id, p_conversion.customer_id, p_conversion.account_id, p_conversion.quote_id, p_conversion.from_asset,
    p_conversion.to_asset, p_conversion.amount, p_conversion.fee, p_conversion.received, p_conversion.ticks, p_conversion.price,
    v_entry, p_conversion.accepted_at, p_conversion.done_at);
end $$;
