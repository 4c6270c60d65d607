-- Begins a position: its principal is held on its customer's balance and the yield of all its days in the reserve, or
-- nothing is. Outcomes: `done` · `unavailable`: no such product, or not open · `terms`: not those that were read · `range` of
-- the amount · `known`: a position of this product earns, `ref` is its id · `balance` · `reserve`: of capacity or reserve
-- there is less left than that.
create or replace function plans.subscribe(p_new plans.new_position, out outcome text, out ref uuid)
language plpgsql security definer set search_path = '' as $$
declare
  v_reserve bigint := ledger.account_named('reserve:yield');
  v_product plans.products;
  v_daily bigint;
  v_tradable bigint;
  v_left bigint;
begin
  -- The product first, which of two subscriptions of one customer lets one through, and then balances in account order, as whatever ends a position locks them.
  select * into v_product from plans.products p where p.id = p_new.product_id for no key update;
  if v_product.status is distinct from 'OPEN' then outcome := 'unavailable'; return; end if;
  if v_product.terms_hash <> p_new.terms_hash then outcome := 'terms'; return; end if;
  if (p_new.principal between v_product.min_amount and v_product.max_amount) is not true then outcome := 'range'; return; end if;
  select p.id into ref from plans.positions p
  where p.account_id = p_new.account_id and p.product_id = v_product.id and p.status = 'EARNING';
  if found then outcome := 'known'; return; end if;
  if not exists (select from accounts.customers c where c.id = p_new.customer_id and c.account_id = p_new.account_id) then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  select max(b.tradable) filter (where b.account_id = p_new.account_id), max(b.free) filter (where b.account_id = v_reserve)
  into v_tradable, v_left from ledger.lock_balances(array[v_reserve, p_new.account_id], array[1]::smallint[]) b;
  v_daily := div(p_new.principal::numeric * v_product.daily_ppm, 1000000);
  if v_tradable is null or v_tradable < p_new.principal then outcome := 'balance'; return; end if;
  if v_product.sold + p_new.principal > v_product.capacity or v_left < v_daily * v_product.days then outcome := 'reserve'; return; end if;

  perform ledger.shift(array[v_reserve, p_new.account_id], array[1, 1]::smallint[],
    array[-v_daily * v_product.days, -p_new.principal], array[v_daily * v_product.days, p_new.principal]);
  update plans.products p set sold = p.sold + p_new.principal where p.id = v_product.id;
  insert into plans.positions (account_id, id, product_id, principal, days, daily_ppm, penalty_ppm, cooling_hours, terms_hash,
    daily_yield, started_at, next_due)
  values (p_new.account_id, p_new.id, v_product.id, p_new.principal, v_product.days, v_product.daily_ppm, v_product.penalty_ppm,
    v_product.cooling_hours, v_product.terms_hash, v_daily, p_new.at, p_new.at + interval '24 hours');
  update plans.totals t set positions = t.positions + 1, principal = t.principal + p_new.principal,
    owed = t.owed + v_daily * v_product.days;
  outcome := 'done';
  ref := p_new.id;
end $$;
grant execute on function plans.subscribe to api;
