-- Buys a work of its owner at the price of the open offer, with its signed record: the royalty goes to the charity and the rest
-- to the seller, and it is the buyer's. Both entries pass through an account on which nothing stays, because an entry is of
-- one customer. Outcomes: `done` · `balance` · `price`: another one · `own`: the seller's · `off`: resale is · `state`: not
-- offered. Only `done` has changed anything; `seller` is the account that sold.
create or replace function collectibles.buy_again(
  p_resale collectibles.resales, p_record collectibles.signed_record, out outcome text, out seller bigint)
language plpgsql security definer set search_path = '' as $$
declare
  v_item collectibles.items;
  v_offer collectibles.offers;
  v_tradable bigint;
  v_charity bigint;
  v_clearing bigint := ledger.account_named('clearing:resales');
  v_paid bigint;
  v_entry bigint;
begin
  select * into v_item from collectibles.items i where i.id = p_resale.item_id for no key update;
  select * into v_offer from collectibles.offers_on_sale o where o.item_id = p_resale.item_id;
  if v_offer.id is null or v_item.status <> 'SOLD' or v_offer.transfer <> p_resale.no - 1 then outcome := 'state'; return; end if;
  if not operators.is_resale_on(p_resale.at) then outcome := 'off'; return; end if;
  if v_offer.customer_id = p_resale.customer_id then outcome := 'own'; return; end if;
  if v_offer.price <> p_resale.price or v_offer.id <> p_resale.offer_id then outcome := 'price'; return; end if;
  if not exists (select from accounts.customers c where c.id = p_resale.customer_id and c.account_id = p_resale.account_id) then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  select c.account_id into v_charity from collectibles.charities c where c.id = v_item.charity_id;
  if p_resale.asset = 3 then perform ledger.lock_origin(ledger.account_named('house:capital'), array[1, 3]::smallint[]); end if;
  select max(b.tradable) filter (where b.account_id = p_resale.account_id and b.asset = p_resale.asset) into v_tradable
  from ledger.lock_balances(array[p_resale.account_id, v_offer.account_id, v_charity, v_clearing], array[1, 3]::smallint[]) b;
  if coalesce(v_tradable, 0) < p_resale.price then outcome := 'balance'; return; end if;

  if p_resale.asset = 3 then
    if not ledger.set_aside(p_resale.id, p_resale.account_id, 3::smallint, p_resale.price, p_resale.at) then
      raise exception 'what was free is not' using errcode = 'P0001';
    end if;
    v_paid := ledger.capture_lent(p_resale.id, p_resale.price, v_clearing, 'collectible.resale', p_resale.at);
  else
    v_paid := ledger.post('collectible.resale', p_resale.id, array[p_resale.account_id, v_clearing], array[1, 1]::smallint[],
      array[-p_resale.price, p_resale.price], p_resale.at);
  end if;
  v_entry := ledger.post('collectible.proceeds', p_resale.id, array[v_clearing, v_charity, v_offer.account_id],
    array[1, 1, 1]::smallint[], array[-p_resale.price, p_resale.royalty, p_resale.price - p_resale.royalty], p_resale.at);
  update collectibles.offers o set status = 'SOLD', ended_at = p_resale.at where o.id = v_offer.id;
  insert into collectibles.resales (item_id, no, id, offer_id, account_id, customer_id, nonce, charity_id, price, royalty, asset,
    paid_entry, entry, at, due_at)
  values (v_item.id, p_resale.no, p_resale.id, v_offer.id, p_resale.account_id, p_resale.customer_id, p_resale.nonce,
    v_item.charity_id, p_resale.price, p_resale.royalty, p_resale.asset, v_paid, v_entry, p_resale.at,
    p_resale.at + interval '7 days');
  perform collectibles.keep_record(v_item.id, p_record);
  seller := v_offer.account_id;
  outcome := 'done';
end $$;
grant execute on function collectibles.buy_again to api;
