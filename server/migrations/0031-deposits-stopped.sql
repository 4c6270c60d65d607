-- Customers' coins are covered by custody, or no new deposit is taken. What several customers were sent by one transaction
-- to the address that all share is told apart by its outputs. Senders on a list of sanctions are held by the watcher.

-- For each coin what customers own, what custody keeps, and what the house has of its own to put there at once. The books sum
-- to zero, so customers own what was issued less what the house's own accounts hold: a dozen rows, however many customers.
create function ledger.coverage() returns table (asset smallint, customers bigint, custody bigint, capital bigint)
language sql stable security definer set search_path = '' as $$
  select s.id, issued.whole - held.units, issued.custody, issued.capital
  from ledger.assets s,
    lateral (
      select coalesce(sum(o.issued), 0)::bigint as whole,
        coalesce(sum(o.issued) filter (where a.name like 'custody:%'), 0)::bigint as custody,
        coalesce(sum(o.issued) filter (where a.name = 'house:capital'), 0)::bigint as capital
      from ledger.origins o join ledger.accounts a on a.id = o.account_id where o.asset = s.id) issued,
    lateral (
      select coalesce(sum(b.free + b.held), 0)::bigint as units
      from ledger.accounts a join ledger.balances b on b.account_id = a.id
      where a.name not like 'user:%' and b.asset = s.id) held
  where s.name in ('USDT', 'BTC', 'ETH') order by s.id
$$;

-- How much of an asset customers own beyond what custody keeps and the house can put there; 0 where all is covered.
create function ledger.uncovered(p_asset smallint) returns bigint
language sql stable security definer set search_path = '' as $$
  select greatest(0, c.customers - c.custody - c.capital) from ledger.coverage() c where c.asset = p_asset
$$;

-- What customers won or converted is not in custody yet: the house's coins are moved there, as far as it has some. Answers
-- what was moved of each asset, and what is still not covered.
create function ledger.cover_customers(p_ref uuid, p_at timestamptz)
returns table (asset smallint, moved bigint, missing bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_asset smallint;
  v_capital bigint := (select a.id from ledger.accounts a where a.name = 'house:capital');
  v_custody bigint;
  v_moved bigint;
begin
  for v_asset in select c.asset from ledger.coverage() c where c.customers > c.custody loop
    -- In the order of their accounts, as every entry locks them; looked at anew once they stand still.
    perform 1 from ledger.origins o where o.asset = v_asset order by o.account_id for update;
    select o.account_id into v_custody from ledger.origins o join ledger.accounts a on a.id = o.account_id
    where o.asset = v_asset and a.name like 'custody:%' order by o.issued desc, o.account_id limit 1;
    select greatest(0, least(c.customers - c.custody, c.capital)) into v_moved from ledger.coverage() c where c.asset = v_asset;
    if v_moved > 0 then
      perform ledger.post('custody.move', p_ref, array[v_capital, v_custody], array[v_asset, v_asset],
        array[v_moved, -v_moved], p_at);
    end if;
    return query select v_asset, v_moved, ledger.uncovered(v_asset);
  end loop;
end $$;

-- Outputs of transactions to the address that all customers share, as the watcher saw them. They credit nobody: a claim that
-- fits finds its own, and operators see what arrived. `height` is null while a reorganisation has taken it out.
create table wallet.shared_outputs (
  chain text not null,
  tx_hash text not null,
  vout integer not null,
  network text not null,
  asset smallint not null references ledger.assets,
  amount bigint not null check (amount > 0),
  from_address text,
  height bigint,
  deposit_id uuid unique references wallet.deposits,
  seen_at timestamptz not null,
  primary key (chain, tx_hash, vout)
);
create index shared_outputs_by_height on wallet.shared_outputs (chain, height);

-- A claim that found its output stands for that one; one that did not, for the whole transaction, and of these there is one.
alter table wallet.deposits add column matched boolean not null default false;
drop index wallet.deposits_live;
create unique index deposits_live on wallet.deposits (chain, tx_hash, vout, matched)
  where status not in ('REJECTED', 'CANCELLED', 'REVERSED') and source <> 'CHAIN';
drop index wallet.deposits_of_customer;
create unique index deposits_of_customer on wallet.deposits (customer_id, chain, tx_hash, vout, matched)
  where status not in ('CANCELLED', 'REVERSED') and source <> 'CHAIN';

-- The output that a claim may be: of its coin, nobody else's, of exactly its amount, and of its sender where both are known.
create function wallet.output_for(p_chain text, p_tx_hash text, p_network text, p_amount bigint, p_last6 text) returns integer
language sql stable security definer set search_path = '' as $$
  select s.vout from wallet.shared_outputs s
  where s.chain = p_chain and s.tx_hash = p_tx_hash and s.network = p_network and s.amount = p_amount
    and s.deposit_id is null and s.height is not null
    and (s.from_address is null or p_last6 = '' or lower(right(s.from_address, 6)) = lower(p_last6))
    and not exists (select 1 from wallet.credits c
      where c.chain = p_chain and c.tx_hash = p_tx_hash and c.reversed_entry is null and (c.vout = s.vout or c.by_hand))
  order by s.vout limit 1
$$;

-- As in 0022; nobody who has left announces anything, and a claim finds its output.
create or replace function wallet.guard_new_deposit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
  v_vout integer;
begin
  select c.status into v_status from accounts.customers c
  where c.id = new.customer_id and c.account_id = new.account_id for share;
  if not found then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  if new.source = 'CLAIM' and v_status = 'CLOSED' then
    raise exception 'the account is closed' using errcode = 'invalid_authorization_specification';
  end if;
  if new.source <> 'CHAIN' then
    v_vout := wallet.output_for(new.chain, new.tx_hash, new.network, new.amount, new.last6);
    if v_vout is not null then
      new.vout := v_vout;
      new.matched := true;
      new.from_address := coalesce(new.from_address, (select s.from_address from wallet.shared_outputs s
        where s.chain = new.chain and s.tx_hash = new.tx_hash and s.vout = v_vout));
    end if;
  end if;
  return new;
end $$;

-- What is rejected or taken back leaves its output to whom it belongs; what is submitted once more looks for it again.
create function wallet.find_again() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_vout integer;
begin
  if old.status = 'REJECTED' and new.status = 'SUBMITTED' then
    v_vout := wallet.output_for(new.chain, new.tx_hash, new.network, new.amount, new.last6);
    new.matched := v_vout is not null;
    new.vout := coalesce(v_vout, 0);
  end if;
  return new;
end $$;
create trigger found_again before update of status on wallet.deposits for each row execute function wallet.find_again();

create function wallet.keep_output() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.matched and (not new.matched or new.status in ('REJECTED', 'CANCELLED')) then
    update wallet.shared_outputs s set deposit_id = null where s.deposit_id = new.id;
  end if;
  if new.matched and new.status not in ('REJECTED', 'CANCELLED') then
    update wallet.shared_outputs s set deposit_id = new.id
    where s.chain = new.chain and s.tx_hash = new.tx_hash and s.vout = new.vout and s.deposit_id is distinct from new.id;
  end if;
  return null;
end $$;
create trigger output_kept after insert or update of status, matched on wallet.deposits
  for each row execute function wallet.keep_output();

-- A transfer that the watcher sees at the shared address. Claims of this transaction that wait find theirs, by amount and
-- sender; one that fits none goes on standing for the whole transaction.
create function wallet.see_shared(
  p_chain text, p_network text, p_asset smallint, p_tx_hash text, p_vout integer, p_amount bigint, p_from text,
  p_height bigint, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_claim record;
  v_vout integer;
begin
  perform wallet.hold_transaction(p_chain, p_tx_hash);
  insert into wallet.shared_outputs as s (chain, tx_hash, vout, network, asset, amount, from_address, height, seen_at)
  values (p_chain, p_tx_hash, p_vout, p_network, p_asset, p_amount, p_from, p_height, p_at)
  on conflict (chain, tx_hash, vout) do update set height = excluded.height, amount = excluded.amount;
  for v_claim in
    select d.id, d.network, d.amount, d.last6 from wallet.deposits d
    where d.chain = p_chain and d.tx_hash = p_tx_hash and d.source <> 'CHAIN' and not d.matched
      and d.status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')
      and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id)
    order by d.id for update
  loop
    v_vout := wallet.output_for(p_chain, p_tx_hash, v_claim.network, v_claim.amount, v_claim.last6);
    if v_vout is not null then
      update wallet.deposits d set vout = v_vout, matched = true,
        from_address = coalesce(d.from_address, (select s.from_address from wallet.shared_outputs s
          where s.chain = p_chain and s.tx_hash = p_tx_hash and s.vout = v_vout))
      where d.id = v_claim.id;
    end if;
  end loop;
end $$;

-- The watcher holds what came from a sender whom the law forbids to deal with: only what it saw itself, when it is final.
create function wallet.hold_arrival(p_id uuid, p_head bigint, p_confirmations integer, p_reference text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.hold_transaction(p_id);
  update wallet.deposits d set status = 'ON_HOLD_AML', round = d.round + 1, reference = p_reference
  where d.id = p_id and d.status = 'CONFIRMING' and exists (select 1 from wallet.arrivals v
    where v.deposit_id = d.id and v.height is not null and p_head - v.height + 1 >= p_confirmations);
  return found;
end $$;

-- As in 0022; what is on hold takes two whatever it is worth, and a claim that found its output is credited as that one, with
-- exactly what arrived. outcome also: 'amount': the chain shows another.
create or replace function wallet.approve_deposit(
  p_id uuid, p_round smallint, p_operator uuid, p_name text, p_amount bigint, p_usdt bigint, p_from text,
  p_assertion jsonb, p_at timestamptz)
returns table (outcome text, approvals integer, needed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_deposit wallet.deposits;
  v_given integer;
  v_needed integer;
begin
  perform wallet.hold_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  if not found or v_deposit.status not in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML') then
    return query select 'state', 0, 0; return;
  end if;
  if v_deposit.round <> p_round then return query select 'round', 0, 0; return; end if;
  if v_deposit.matched and p_amount <> (select s.amount from wallet.shared_outputs s where s.deposit_id = p_id) then
    return query select 'amount', 0, 0; return;
  end if;
  -- A coin worth one USDT needs no price to be too much for one person. What an operator wrote down himself, no customer
  -- has asked for: it takes two whatever it is worth, so that nobody brings money into the books alone.
  v_needed := case when v_deposit.status <> 'ON_HOLD_AML' and v_deposit.source <> 'OPERATOR'
    and case when v_deposit.asset = 1 then p_amount else p_usdt end <= wallet.one_person_most() then 1 else 2 end;
  if exists (select 1 from wallet.deposit_approvals a
    where a.deposit_id = p_id and a.round = p_round and a.operator_id = p_operator and a.amount = p_amount) then
    return query select 'same', 1, v_needed; return;
  end if;
  insert into wallet.deposit_approvals as a (deposit_id, round, operator_id, operator_name, amount, assertion, at)
  values (p_id, p_round, p_operator, p_name, p_amount, p_assertion, p_at)
  on conflict (deposit_id, round, operator_id) do update set amount = excluded.amount, assertion = excluded.assertion, at = excluded.at;
  if v_deposit.status = 'SUBMITTED' then
    update wallet.deposits d set status = 'CONFIRMING' where d.id = p_id;
  end if;
  update wallet.deposits d set from_address = coalesce(p_from, d.from_address) where d.id = p_id returning * into v_deposit;
  -- Voices for another amount are not voices for this one.
  select count(*)::int into v_given from wallet.deposit_approvals a
  where a.deposit_id = p_id and a.round = p_round and a.amount = p_amount;
  if v_given < v_needed then return query select 'waits', v_given, v_needed; return; end if;
  if wallet.book_credit(v_deposit, p_amount, p_usdt, not v_deposit.matched, p_at) is null then
    return query select 'known', v_given, v_needed; return;
  end if;
  return query select 'credited', v_given, v_needed;
end $$;

-- As in 0022; a claim of an output at the shared address is of another payment than one at the customer's own.
create or replace function wallet.see_transfer(
  p_id uuid, p_chain text, p_address text, p_network text, p_asset smallint, p_tx_hash text, p_vout integer,
  p_amount bigint, p_from text, p_height bigint, p_at timestamptz, p_due timestamptz)
returns table (deposit_id uuid, fresh boolean) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_customer uuid;
  v_arrival wallet.arrivals;
  v_deposit wallet.deposits;
  v_fresh boolean := false;
begin
  select a.customer_id into v_customer from wallet.addresses_in a where a.chain = p_chain and a.address = p_address;
  if v_customer is null then return; end if;
  perform wallet.hold_transaction(p_chain, p_tx_hash);
  select * into v_arrival from wallet.arrivals v where v.chain = p_chain and v.tx_hash = p_tx_hash and v.vout = p_vout;
  if found then
    select * into v_deposit from wallet.deposits d where d.id = v_arrival.deposit_id;
    if v_deposit.status not in ('REVERSED', 'REJECTED') then
      update wallet.arrivals v set height = p_height, lost_at_height = null
      where v.chain = p_chain and v.tx_hash = p_tx_hash and v.vout = p_vout and v.height is distinct from p_height;
      return query select v_deposit.id, false; return;
    end if;
  end if;
  select * into v_deposit from wallet.deposits d
  where d.chain = p_chain and d.tx_hash = p_tx_hash and d.customer_id = v_customer and d.asset = p_asset and not d.matched
    and d.status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML', 'CREDITED') and d.source <> 'CHAIN'
    and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id)
  for update;
  if found then
    update wallet.deposits d set vout = p_vout, from_address = p_from,
      status = case d.status when 'SUBMITTED' then 'CONFIRMING' else d.status end
    where d.id = v_deposit.id;
  else
    insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, vout, source,
      status, from_address, created_at, due_at)
    select p_id, c.id, c.account_id, p_asset, p_network, p_chain, p_amount, coalesce(right(p_from, 6), ''), p_tx_hash, p_vout, 'CHAIN',
      'CONFIRMING', p_from, p_at, p_due
    from accounts.customers c where c.id = v_customer
    returning * into v_deposit;
    v_fresh := true;
  end if;
  insert into wallet.arrivals as v (chain, tx_hash, vout, deposit_id, amount, height)
  values (p_chain, p_tx_hash, p_vout, v_deposit.id, p_amount, p_height)
  on conflict (chain, tx_hash, vout) do update
  set deposit_id = excluded.deposit_id, amount = excluded.amount, height = excluded.height, lost_at_height = null;
  return query select v_deposit.id, v_fresh;
end $$;

-- As in 0022; who was paid at the shared address by the same transaction is not wrong.
create or replace function wallet.credit_arrival(p_id uuid, p_head bigint, p_confirmations integer, p_usdt bigint, p_at timestamptz)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_deposit wallet.deposits;
  v_arrival wallet.arrivals;
begin
  perform wallet.hold_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  select * into v_arrival from wallet.arrivals v where v.deposit_id = p_id;
  if v_deposit.status is distinct from 'CONFIRMING' or v_arrival.deposit_id is null then return 'state'; end if;
  if v_arrival.height is null or p_head - v_arrival.height + 1 < p_confirmations then return 'waits'; end if;
  if wallet.book_credit(v_deposit, v_arrival.amount, p_usdt, false, p_at) is null then return 'known'; end if;
  -- Whoever else says that this is theirs is wrong: the address says whose it is.
  update wallet.deposits d set status = 'REJECTED', reason_code = 'NOT_FOUND', decided_at = p_at
  where d.chain = v_deposit.chain and d.tx_hash = v_deposit.tx_hash and d.id <> p_id and d.source <> 'CHAIN' and not d.matched
    and d.status in ('SUBMITTED', 'CONFIRMING') and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id)
    and not exists (select 1 from wallet.shared_outputs s
      where s.chain = d.chain and s.tx_hash = d.tx_hash and s.network = d.network and s.deposit_id is null);
  return 'credited';
end $$;

create or replace function wallet.lose_blocks(p_chain text, p_from bigint, p_head bigint) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_lost integer;
begin
  delete from wallet.chain_blocks b where b.chain = p_chain and b.height >= p_from;
  update wallet.shared_outputs s set height = null where s.chain = p_chain and s.height >= p_from;
  update wallet.arrivals v set height = null, lost_at_height = greatest(p_head, v.height)
  where v.chain = p_chain and v.height >= p_from;
  get diagnostics v_lost = row_count;
  return v_lost;
end $$;

-- As in 0022; coins that have left the custody of this chain meanwhile are the house's to bring back before they are missed.
create or replace function wallet.reverse_deposit(p_id uuid, p_head bigint, p_confirmations integer, p_at timestamptz)
returns table (outcome text, taken bigint, debt bigint) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_deposit wallet.deposits;
  v_arrival wallet.arrivals;
  v_free bigint;
  v_taken bigint;
  v_debt bigint;
  v_entry bigint;
  v_custody bigint;
  v_missing bigint;
  v_source record;
begin
  perform wallet.hold_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  select * into v_arrival from wallet.arrivals v where v.deposit_id = p_id;
  if v_deposit.status is distinct from 'CREDITED' or v_arrival.deposit_id is null then return query select 'state', 0::bigint, 0::bigint; return; end if;
  if v_arrival.height is not null or p_head < v_arrival.lost_at_height + p_confirmations then
    return query select 'waits', 0::bigint, 0::bigint; return;
  end if;
  v_custody := (select id from ledger.accounts where name = 'custody:' || v_deposit.chain);
  select w.free into v_free from ledger.balances w
  where w.account_id = v_deposit.account_id and w.asset = v_deposit.asset and w.shard = 0 for update;
  v_taken := least(coalesce(v_free, 0), v_deposit.credited);
  v_debt := v_deposit.credited - v_taken;
  -- The house's rows after the customer's and in the order of their accounts, as every entry locks them.
  perform 1 from ledger.origins o where o.asset = v_deposit.asset order by o.account_id for update;
  v_missing := v_deposit.credited - coalesce((select o.issued from ledger.origins o where o.account_id = v_custody and o.asset = v_deposit.asset), 0);
  for v_source in
    select o.account_id, o.issued from ledger.origins o join ledger.accounts a on a.id = o.account_id
    where o.asset = v_deposit.asset and o.issued > 0 and o.account_id <> v_custody and (a.name = 'house:capital' or a.name like 'custody:%')
    order by a.name <> 'house:capital', a.id
  loop
    exit when v_missing <= 0;
    perform ledger.post('custody.move', p_id, array[v_source.account_id, v_custody], array[v_deposit.asset, v_deposit.asset],
      array[least(v_missing, v_source.issued), -least(v_missing, v_source.issued)], p_at);
    v_missing := v_missing - least(v_missing, v_source.issued);
  end loop;
  v_entry := ledger.post('deposit.reversed', p_id,
    array[v_deposit.account_id, v_custody]
      || case when v_debt > 0 then array[(select id from ledger.accounts where name = 'house:reorg-loss')] end,
    array[v_deposit.asset, v_deposit.asset] || case when v_debt > 0 then array[v_deposit.asset] end,
    array[-v_taken, v_deposit.credited] || case when v_debt > 0 then array[-v_debt] end, p_at);
  update ledger.balances w set kept = greatest(0, w.kept - v_deposit.kept)
  where w.account_id = v_deposit.account_id and w.asset = v_deposit.asset and w.shard = 0;
  update wallet.credits c set reversed_entry = v_entry where c.deposit_id = p_id;
  update wallet.deposits d set status = 'REVERSED', decided_at = p_at where d.id = p_id;
  if v_debt > 0 then
    insert into wallet.debts (deposit_id, customer_id, account_id, asset, amount, at)
    values (p_id, v_deposit.customer_id, v_deposit.account_id, v_deposit.asset, v_debt, p_at);
  end if;
  return query select 'reversed', v_taken, v_debt;
end $$;

revoke all on function ledger.coverage, ledger.uncovered, ledger.cover_customers from public;
grant execute on function ledger.coverage to api, console;
grant execute on function ledger.uncovered, ledger.cover_customers to api;
revoke all on all functions in schema wallet from public;
grant execute on function wallet.output_for to api, console;
grant execute on function wallet.see_shared, wallet.hold_arrival to chain;
grant select on wallet.shared_outputs to api, console, chain;
