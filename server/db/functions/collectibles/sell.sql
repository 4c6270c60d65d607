-- Pays a price out of a hold to the charity, all of it, and writes who owns the collectible. What was held beyond the price
-- goes back. Returns the number of the entry. Not callable by a role: the calling function has locked the collectible.
create or replace function collectibles.sell(
  p_item collectibles.items, p_hold uuid, p_held bigint, p_price bigint, p_asset smallint, p_sale collectibles.sales) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_charity bigint := (select c.account_id from collectibles.charities c where c.id = p_item.charity_id);
  v_entry bigint;
begin
  if p_asset = 3 then
    v_entry := ledger.capture_lent(p_hold, p_price, v_charity, 'collectible.sale', p_sale.at);
    if p_held > p_price then perform ledger.release(p_hold, p_held - p_price); end if;
  else
    -- What may leave and not be traded with was never held, and stays.
    perform ledger.release(p_hold, p_held);
    v_entry := ledger.post('collectible.sale', p_hold, array[p_sale.account_id, v_charity], array[1, 1]::smallint[],
      array[-p_price, p_price], p_sale.at);
  end if;
  insert into collectibles.sales (item_id, id, account_id, customer_id, owner, nonce, charity_id, price, asset, entry, at, due_at)
  values (p_item.id, p_hold, p_sale.account_id, p_sale.customer_id, p_sale.owner, p_sale.nonce, p_item.charity_id, p_price,
    p_asset, v_entry, p_sale.at, p_sale.at + interval '7 days');
  return v_entry;
end $$;
