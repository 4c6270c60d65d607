-- Ends an auction whose effective end has passed, with its signed record: the leader's hold pays the charity, or it is
-- unsold. Returns whether it did; false where another process was first.
create or replace function collectibles.settle(
  p_item uuid, p_now timestamptz, p_record collectibles.signed_record, out done boolean, out accounts bigint[])
language plpgsql security definer set search_path = '' as $$
declare
  v_item collectibles.items;
  v_leader collectibles.bidders;
  v_sale collectibles.sales;
  v_charity bigint;
begin
  select * into v_item from collectibles.items i where i.id = p_item for no key update;
  done := coalesce(v_item.status = 'LIVE' and v_item.end_at <= p_now, false);
  if not done then return; end if;
  accounts := '{}';
  select * into v_leader from collectibles.bidders b where b.item_id = p_item and b.status = 'HELD' for no key update;
  if v_item.leader is distinct from v_leader.no then
    raise exception 'the leader holds nothing' using errcode = 'restrict_violation';
  end if;
  if v_leader.no is not null then
    select c.account_id into v_charity from collectibles.charities c where c.id = v_item.charity_id;
    if v_leader.asset = 3 then perform ledger.lock_origin(ledger.account_named('house:capital'), array[1, 3]::smallint[]); end if;
    perform ledger.lock_balances(array[v_leader.account_id, v_charity], array[1, 3]::smallint[]);
    v_sale.account_id := v_leader.account_id;
    v_sale.customer_id := v_leader.customer_id;
    v_sale.owner := v_leader.no;
    v_sale.nonce := v_leader.nonce;
    v_sale.at := to_timestamp(p_record.at / 1000.0);
    perform collectibles.sell(v_item, v_leader.hold_id, v_leader.ceiling, v_item.current_bid, v_leader.asset, v_sale);
    update collectibles.bidders b set status = 'WON', hold_id = null where b.item_id = p_item and b.no = v_leader.no;
    accounts := array[v_leader.account_id];
  end if;
  update collectibles.items i set status = case when v_leader.no is null then 'UNSOLD' else 'SOLD' end where i.id = p_item;
  perform collectibles.keep_record(p_item, p_record);
end $$;
grant execute on function collectibles.settle to api;
