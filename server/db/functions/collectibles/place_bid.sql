-- Takes a decided bid with its signed record. The new leader's whole maximum is held; the former leader gets his hold
-- back in the same step, and one who raises his own bid pays the difference. Outcomes: `done` · `balance`: less than the
-- maximum may be spent · `state`: not an auction that runs. Only `done` has changed anything; `outbid` is the account that
-- led before, where another leads now.
create or replace function collectibles.place_bid(
  p_bid collectibles.decided_bid, p_record collectibles.signed_record, out outcome text, out outbid bigint)
language plpgsql security definer set search_path = '' as $$
declare
  v_item collectibles.items;
  v_before collectibles.bidders;
  v_own bigint := 0;
  v_tradable bigint;
  v_leads boolean := p_bid.leader = p_bid.bidder;
begin
  select * into v_item from collectibles.items i where i.id = p_bid.item_id for no key update;
  if v_item.status is distinct from 'LIVE' or p_bid.at >= v_item.end_at or p_bid.at < v_item.start_at
    or p_bid.current_bid < coalesce(v_item.current_bid, v_item.start_price) or p_bid.end_at < v_item.end_at
    or p_bid.ceiling < p_bid.amount or (not v_leads and p_bid.leader is distinct from v_item.leader)
  then outcome := 'state'; return; end if;
  if not exists (select from accounts.customers c where c.id = p_bid.customer_id and c.account_id = p_bid.account_id) then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  select * into v_before from collectibles.bidders b where b.item_id = p_bid.item_id and b.status = 'HELD' for no key update;
  select max(b.tradable) filter (where b.account_id = p_bid.account_id and b.asset = p_bid.asset) into v_tradable
  from ledger.lock_balances(array[v_before.account_id, p_bid.account_id], array[1, 3]::smallint[]) b;
  if v_before.account_id = p_bid.account_id and v_before.asset = p_bid.asset then v_own := v_before.ceiling; end if;
  if coalesce(v_tradable, 0) + v_own < p_bid.ceiling then outcome := 'balance'; return; end if;

  if v_leads and v_before.hold_id is not null then
    perform ledger.release(v_before.hold_id, v_before.ceiling);
    update collectibles.bidders b set status = 'OUTBID', hold_id = null where b.item_id = p_bid.item_id and b.no = v_before.no;
    if v_before.account_id <> p_bid.account_id then outbid := v_before.account_id; end if;
  end if;
  if v_leads and not ledger.set_aside(p_bid.hold_id, p_bid.account_id, p_bid.asset, p_bid.ceiling, p_bid.at) then
    raise exception 'what was free is not' using errcode = 'P0001';
  end if;
  insert into collectibles.bidders as b (item_id, no, account_id, customer_id, nonce, amount, ceiling, asset, hold_id, status, at)
  values (p_bid.item_id, p_bid.bidder, p_bid.account_id, p_bid.customer_id, p_bid.nonce, p_bid.amount, p_bid.ceiling, p_bid.asset,
    case when v_leads then p_bid.hold_id end, case when v_leads then 'HELD' else 'OUTBID' end, p_bid.at)
  on conflict (item_id, no) do update set amount = greatest(b.amount, excluded.amount), ceiling = excluded.ceiling,
    asset = excluded.asset, hold_id = excluded.hold_id, status = excluded.status, at = excluded.at
    where b.account_id = excluded.account_id;
  if not found then raise exception 'the number of another bidder' using errcode = 'restrict_violation'; end if;
  -- The highest bid of each bidder, by hand or by the maximum.
  update collectibles.bidders b set amount = greatest(b.amount, s.amount)
  from (select t.bidder, max(t.amount) as amount from unnest(p_bid.step_bidders, p_bid.step_amounts) t(bidder, amount) group by 1) s
  where b.item_id = p_bid.item_id and b.no = s.bidder and b.amount < s.amount;
  insert into collectibles.bids (item_id, no, bidder, amount, automatic, at)
  select p_bid.item_id, v_item.bids + t.n, t.bidder, t.amount, t.automatic, p_bid.at
  from unnest(p_bid.step_bidders, p_bid.step_amounts, p_bid.step_automatic) with ordinality t(bidder, amount, automatic, n);
  insert into collectibles.ceilings (item_id, record, bidder, ceiling, nonce)
  values (p_bid.item_id, p_record.no, p_bid.bidder, p_bid.ceiling, p_bid.ceiling_nonce);
  update collectibles.items i set current_bid = p_bid.current_bid, leader = p_bid.leader, end_at = p_bid.end_at,
    extended_count = p_bid.extended, bids = i.bids + cardinality(p_bid.step_bidders), bidders = greatest(i.bidders, p_bid.bidder)
  where i.id = p_bid.item_id;
  perform collectibles.keep_record(p_bid.item_id, p_record);
  outcome := 'done';
end $$;
grant execute on function collectibles.place_bid to api;
