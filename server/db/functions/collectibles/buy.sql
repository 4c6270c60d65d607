-- Buys a collectible at its price, fixed or now, with its signed record: the price goes to the charity, and the bidder who led the
-- auction gets his hold back. `p_owner` is the buyer's number, `p_due` days are seven. Outcomes: `done` · `balance` ·
-- `price`: another one · `state`: not for sale. Only `done` has changed anything; `voided` is the account that led.
create or replace function collectibles.buy(
  p_sale collectibles.sales, p_record collectibles.signed_record, out outcome text, out voided bigint)
language plpgsql security definer set search_path = '' as $$
declare
  v_item collectibles.items;
  v_before collectibles.bidders;
  v_own bigint := 0;
  v_tradable bigint;
  v_charity bigint;
begin
  select * into v_item from collectibles.items i where i.id = p_sale.item_id for no key update;
  if (v_item.status in ('LISTED_FIXED', 'LIVE') and (v_item.end_at is null or p_sale.at < v_item.end_at)) is not true
  then outcome := 'state'; return; end if;
  if v_item.price is distinct from p_sale.price or v_item.current_bid * 100 >= v_item.price * 80 then outcome := 'price'; return; end if;
  if not exists (select from accounts.customers c where c.id = p_sale.customer_id and c.account_id = p_sale.account_id) then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  select c.account_id into v_charity from collectibles.charities c where c.id = v_item.charity_id;
  select * into v_before from collectibles.bidders b where b.item_id = v_item.id and b.status = 'HELD' for no key update;
  if p_sale.asset = 3 then perform ledger.lock_origin(ledger.account_named('house:capital'), array[1, 3]::smallint[]); end if;
  select max(b.tradable) filter (where b.account_id = p_sale.account_id and b.asset = p_sale.asset) into v_tradable
  from ledger.lock_balances(array[v_before.account_id, p_sale.account_id, v_charity], array[1, 3]::smallint[]) b;
  if v_before.account_id = p_sale.account_id and v_before.asset = p_sale.asset then v_own := v_before.ceiling; end if;
  if coalesce(v_tradable, 0) + v_own < p_sale.price then outcome := 'balance'; return; end if;
  if v_before.hold_id is not null then
    perform ledger.release(v_before.hold_id, v_before.ceiling);
    update collectibles.bidders b set status = 'VOID', hold_id = null where b.item_id = v_item.id and b.no = v_before.no;
    if v_before.account_id <> p_sale.account_id then voided := v_before.account_id; end if;
  end if;
  if not ledger.set_aside(p_sale.id, p_sale.account_id, p_sale.asset, p_sale.price, p_sale.at) then
    raise exception 'what was free is not' using errcode = 'P0001';
  end if;
  perform collectibles.sell(v_item, p_sale.id, p_sale.price, p_sale.price, p_sale.asset, p_sale);
  update collectibles.items i set status = 'SOLD' where i.id = v_item.id;
  perform collectibles.keep_record(v_item.id, p_record);
  outcome := 'done';
end $$;
grant execute on function collectibles.buy to api;
