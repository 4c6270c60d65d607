-- How a customer asks for a withdrawal and takes it back, and what decides whether persons have to look at it: what left in
-- a day, what goes back to where it came from, and a higher limit that two of risk have signed.

-- What an amount is in smallest units of USDT, rounded up; prices are units of USDT for a whole BTC and a whole ETH, null
-- where none is fresh.
create function wallet.usdt_of(p_coin text, p_amount bigint, p_prices bigint[]) returns numeric
language sql immutable parallel safe as $$
  select case p_coin when 'USDT' then p_amount::numeric
    when 'BTC' then ceil(p_amount::numeric * p_prices[1] / 100000000)
    when 'ETH' then ceil(p_amount::numeric * p_prices[2] / 100000000) end
$$;

-- What a customer asked to be paid out after a time and by another, in USDT, without what was given back; null where one
-- of the prices it takes is not known. `p_limited`: without what went back to where a deposit came from.
create function wallet.withdrawn_usdt(p_customer uuid, p_after timestamptz, p_by timestamptz, p_prices bigint[], p_without uuid, p_limited boolean)
returns numeric language sql stable security definer set search_path = '' as $$
  select case when coalesce(bool_or(usdt is null), false) then null else coalesce(sum(usdt), 0) end
  from (select wallet.usdt_of(w.coin, w.amount, p_prices) as usdt from wallet.withdrawals w
    where w.customer_id = p_customer and w.requested_at > p_after and w.requested_at <= p_by
      and w.status not in ('CANCELLED', 'REJECTED', 'FAILED') and w.id is distinct from p_without
      and not (p_limited and w.to_origin)) one
$$;

-- Approvals a sum of USDT asks for: none, one or two; what cannot be told asks for two.
create function wallet.approvals_for(p_usdt numeric, p_auto bigint, p_one bigint) returns smallint
language sql immutable parallel safe as $$
  select case when p_usdt is null then 2 when p_usdt <= p_auto then 0 when p_usdt <= p_one then 1 else 2 end::smallint
$$;

-- Whether a customer has had money sent to an address before.
create function wallet.was_paid_to(p_customer uuid, p_network text, p_address text, p_memo text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from wallet.withdrawals w where w.customer_id = p_customer and w.network = p_network
    and w.address = p_address and w.memo is not distinct from p_memo and w.status = 'COMPLETED')
$$;

-- What a customer has paid in from an address, in smallest units.
create function wallet.deposited_from(p_customer uuid, p_coin text, p_network text, p_address text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(d.credited), 0)::bigint from wallet.deposits d join ledger.assets a on a.id = d.asset
  where d.customer_id = p_customer and a.name = p_coin and d.network = p_network and d.status = 'CREDITED'
    and (d.from_address = p_address or (d.from_address is null and d.last6 = right(p_address, 6)))
$$;

-- What of a customer's deposits from an address may go back to it, in smallest units.
create function wallet.left_to_origin(p_customer uuid, p_coin text, p_network text, p_address text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return greatest(0, wallet.deposited_from(p_customer, p_coin, p_network, p_address)
    - coalesce((select sum(w.amount) from wallet.withdrawals w where w.customer_id = p_customer and w.coin = p_coin
        and w.network = p_network and w.address = p_address and w.to_origin
        and w.status not in ('CANCELLED', 'REJECTED', 'FAILED')), 0));
end $$;

-- More than what every verified customer may take out in a day: proposed by one of risk, confirmed by another. It raises and
-- never lowers, and nothing is stopped by it.
create table wallet.withdrawal_limits (
  request_id uuid primary key references operators.change_requests,
  customer_id uuid not null references accounts.customers,
  -- Smallest units of USDT in 24 hours; fifty thousand are everybody's who is verified.
  most bigint not null check (most > 50000000000 and most <= 10000000000000),
  set_at timestamptz not null
);
create index withdrawal_limits_by_customer on wallet.withdrawal_limits (customer_id);
create trigger added_only before update or delete or truncate on wallet.withdrawal_limits
  for each statement execute function wallet.refuse_change();

-- The limit of a customer beyond everybody's, by the requests that two have signed; null where there is none. The highest
-- holds.
create function wallet.raised_limit(p_customer uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(l.most) from wallet.withdrawal_limits l join operators.change_requests q on q.id = l.request_id
  where l.customer_id = p_customer and q.kind = 'withdrawal.limit' and q.status = 'APPLIED' and q.decided_by <> q.proposed_by
    and q.payload::jsonb ->> 'customerId' = p_customer::text
    and (q.payload::jsonb ->> 'most')::numeric * 1000000 = l.most
$$;

-- Carries out what two have signed. Refuses (P0001) what would not raise the limit the customer has.
create function operators.apply_withdrawal_limit(p_request uuid, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, 'withdrawal.limit');
  v_customer uuid := (v_payload ->> 'customerId')::uuid;
  v_most numeric := (v_payload ->> 'most')::numeric * 1000000;
begin
  -- Two that are carried out at once come one after another.
  perform from accounts.customers c where c.id = v_customer for update;
  if not found or v_most <= coalesce(wallet.raised_limit(v_customer), 50000000000) then
    raise exception 'a limit is raised and never lowered' using errcode = 'P0001';
  end if;
  insert into wallet.withdrawal_limits (request_id, customer_id, most, set_at) values (p_request, v_customer, v_most::bigint, p_at);
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return v_most::bigint;
end $$;

-- Asks for a withdrawal: key, address, quote, minimum, hold, class and limit under the lock of the customer's balance, so
-- that two callers come one after another. outcome 0: asked · 1: balance too small · 2: repeated, ref is the first · 3: key
-- used for another ask · 4: no such address · 5: the address waits `until` · 6: below the minimum and not the whole
-- balance · 7: the quote is gone or was for something else. Whatever is not 0 has changed nothing.
create function wallet.request_withdrawal(
  p_id uuid, p_order_no bigint, p_customer uuid, p_account bigint, p_method text, p_coin text, p_network text, p_chain text,
  p_asset smallint, p_address uuid, p_amount bigint, p_fee bigint, p_min bigint, p_quote uuid, p_confirmed_by text,
  p_payload bytea, p_changed_at timestamptz, p_prices bigint[], p_auto bigint, p_one bigint, p_limit bigint,
  p_key text, p_ask bytea, p_route smallint, p_at timestamptz)
returns table (outcome smallint, ref uuid, free bigint, until timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_free bigint;
  v_key ledger.keys;
  v_to wallet.addresses;
  v_origin boolean;
  v_needed smallint;
  v_total numeric;
  v_limited numeric;
  v_status text;
begin
  select w.free into v_free from ledger.balances w
  where w.account_id = p_account and w.asset = p_asset and w.shard = 0 for update;
  v_free := coalesce(v_free, 0);
  if p_key is not null then
    select * into v_key from ledger.keys k where k.account_id = p_account and k.key = p_key and k.route = p_route;
    if found then
      return query select case when v_key.ask = p_ask then 2 else 3 end::smallint, v_key.ref, v_free, null::timestamptz;
      return;
    end if;
  end if;
  if not exists (select from accounts.customers c where c.id = p_customer and c.account_id = p_account) then
    raise exception 'an account is its customer''s' using errcode = 'P0001';
  end if;
  select * into v_to from wallet.addresses a
  where a.id = p_address and a.customer_id = p_customer and a.coin = p_coin and a.network = p_network and a.status <> 'DELETED' for share;
  if not found then
    return query select 4::smallint, null::uuid, v_free, null::timestamptz; return;
  end if;
  if v_to.active_at > p_at then
    return query select 5::smallint, null::uuid, v_free, v_to.active_at; return;
  end if;
  if p_changed_at + interval '24 hours' > p_at and not wallet.was_paid_to(p_customer, p_network, v_to.address, v_to.memo) then
    return query select 5::smallint, null::uuid, v_free, p_changed_at + interval '24 hours'; return;
  end if;
  if p_amount < p_min and p_amount <> v_free then
    return query select 6::smallint, null::uuid, v_free, null::timestamptz; return;
  end if;
  if p_amount > v_free then
    return query select 1::smallint, null::uuid, v_free, null::timestamptz; return;
  end if;
  delete from wallet.withdrawal_quotes q where q.id = p_quote and q.customer_id = p_customer and q.method = p_method
    and q.address_id = p_address and q.amount = p_amount and q.fee = p_fee and q.ends_at > p_at;
  if not found then
    return query select 7::smallint, null::uuid, v_free, null::timestamptz; return;
  end if;

  if not ledger.set_aside(p_id, p_account, p_asset, p_amount, p_at) then
    raise exception 'a free balance that is locked has changed' using errcode = 'P0001';
  end if;
  -- What was asked for while this one waited for the lock counts too, though its moment is later.
  v_origin := p_amount <= wallet.left_to_origin(p_customer, p_coin, p_network, v_to.address);
  v_total := wallet.withdrawn_usdt(p_customer, p_at - interval '24 hours', 'infinity', p_prices, p_id, false)
    + wallet.usdt_of(p_coin, p_amount, p_prices);
  v_limited := wallet.withdrawn_usdt(p_customer, p_at - interval '24 hours', 'infinity', p_prices, p_id, true)
    + wallet.usdt_of(p_coin, p_amount, p_prices);
  v_needed := wallet.approvals_for(v_total, p_auto, p_one);
  if exists (select from accounts.customers c where c.id = p_customer and c.status = 'LEGAL_HOLD') then
    v_needed := greatest(v_needed, 1);
  end if;
  v_status := case when v_needed = 0 then 'AUTO_OK' else 'REVIEW' end;
  if not v_origin and v_limited > p_limit then v_status := 'REVIEW'; end if;

  insert into wallet.withdrawals (id, order_no, customer_id, account_id, method, coin, network, chain, address_id, address, memo,
    asset, amount, fee, net, requested_at, due_at, confirmed_by, payload_hash, prices, to_origin, status, moved_at, approvals_needed, retry_at)
  values (p_id, p_order_no, p_customer, p_account, p_method, p_coin, p_network, p_chain, p_address, v_to.address, v_to.memo,
    p_asset, p_amount, p_fee, p_amount - p_fee, p_at, p_at + interval '24 hours', p_confirmed_by, p_payload, p_prices, v_origin, 'REQUESTED',
    p_at, v_needed, p_at);
  update wallet.withdrawals w set status = v_status, moved_at = p_at where w.id = p_id;
  -- Beyond what may leave in a day: the rule decides at once and gives the money back, instead of a day's wait for it.
  if not v_origin and v_limited > p_limit then
    perform ledger.release(p_id, p_amount);
    update wallet.withdrawals w set status = 'REJECTED', reason_code = 'KYC_LIMIT', moved_at = p_at where w.id = p_id;
  end if;
  if p_key is not null then
    perform ledger.remember(p_account, p_key, p_route, p_ask, p_id, p_at);
  end if;
  return query select 0::smallint, p_id, v_free - p_amount, null::timestamptz;
end $$;

-- Takes a withdrawal back, until the payout has it. Answers whether it did.
create function wallet.cancel_withdrawal(p_id uuid, p_customer uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_amount bigint;
begin
  update wallet.withdrawals w set status = 'CANCELLED', moved_at = p_at
  where w.id = p_id and w.customer_id = p_customer and w.status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED')
  returning w.amount into v_amount;
  if not found then return false; end if;
  perform ledger.release(p_id, v_amount);
  return true;
end $$;

-- Who freezes an account says that somebody else may be in it, and cannot sign in any more to take back what that one asked
-- for. What has not left yet is taken back with the freeze, in the same transaction: the money stays where it is.
create function wallet.take_back_of_frozen() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.cancel_withdrawal(w.id, new.id, wallet.product_time()) from (
    select one.id from wallet.withdrawals one
    where one.customer_id = new.id and one.status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED') order by one.id) w;
  return null;
end $$;
create trigger frozen_takes_back after update of status on accounts.customers
  for each row when (new.status = 'FROZEN_BY_USER' and old.status <> 'FROZEN_BY_USER') execute function wallet.take_back_of_frozen();

-- Marks what is not decided or paid a day after it was asked for. Answers how many.
create function wallet.mark_overdue(p_at timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  update wallet.withdrawals w set overdue_at = p_at
  where w.status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING') and w.due_at <= p_at and w.overdue_at is null;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke all on all functions in schema wallet from public;
revoke all on function operators.apply_withdrawal_limit from public;
grant execute on function wallet.usdt_of, wallet.withdrawn_usdt, wallet.approvals_for, wallet.was_paid_to, wallet.deposited_from,
  wallet.left_to_origin, wallet.raised_limit to api, console, payout;
grant execute on function wallet.request_withdrawal, wallet.cancel_withdrawal, wallet.mark_overdue to api;
grant execute on function operators.apply_withdrawal_limit to console;
grant select on wallet.withdrawal_limits to api, console;
