-- How a deposit becomes money: each output of a transaction once, by the voices of operators or by what the chain itself made
-- final, and above a limit not to be traded with until its customer is verified. And how coins that the law holds go back.

-- What was credited, each output of a transaction once, whoever claimed it however often. Only the functions write here.
create table wallet.credits (
  chain text not null,
  tx_hash text not null,
  vout integer not null,
  -- By hand nobody looked at the outputs: such a credit stands for the whole transaction.
  by_hand boolean not null,
  deposit_id uuid not null unique references wallet.deposits,
  entry bigint not null,
  reversed_entry bigint
);
create unique index credits_once on wallet.credits (chain, tx_hash, vout) where reversed_entry is null;

-- What is owed after a reorganisation took back what had been spent. Nothing else is taken for it.
create table wallet.debts (
  deposit_id uuid primary key references wallet.deposits,
  customer_id uuid not null references accounts.customers,
  account_id bigint not null,
  asset smallint not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null
);
create index debts_by_account on wallet.debts (account_id);

-- Limits that no caller states, in smallest units of USDT: paid in and traded with before identity is verified, and
-- credited on one person's word.
create function wallet.unverified_most() returns bigint language sql immutable as 'select 1000000000::bigint';
create function wallet.one_person_most() returns bigint language sql immutable as 'select 1000000000::bigint';

-- Of a credit, what may not be traded with until its customer is verified: what lies above the limit of what was paid in in
-- all. A credit without a fresh price counts as above. In smallest units of its coin.
create function wallet.kept_of(p_customer uuid, p_amount bigint, p_usdt bigint) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_tier text;
  v_before bigint;
  v_over bigint;
begin
  -- Held, so that nobody is verified between this look and what comes of it.
  select c.tier into v_tier from accounts.customers c where c.id = p_customer for share;
  if v_tier = 'VERIFIED' then return 0; end if;
  if p_usdt is null or p_usdt = 0 then return p_amount; end if;
  select coalesce(sum(coalesce(d.credited_usdt, wallet.unverified_most())), 0)::bigint into v_before
  from wallet.deposits d where d.customer_id = p_customer and d.status = 'CREDITED';
  v_over := least(p_usdt, greatest(0, v_before + p_usdt - wallet.unverified_most()));
  return ceil(p_amount::numeric * v_over / p_usdt)::bigint;
end $$;

-- All that a customer has may be traded with from the moment the customer is verified.
create function wallet.open_trading() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update ledger.balances w set kept = 0 where w.account_id = new.account_id and w.kept > 0;
  return null;
end $$;
create trigger verified after update of tier on accounts.customers for each row
  when (new.tier = 'VERIFIED' and old.tier <> 'VERIFIED') execute function wallet.open_trading();

-- All that concerns one transaction of a chain comes one after the other. Taken before any row, by everyone.
create function wallet.hold_transaction(p_chain text, p_tx_hash text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(p_chain || p_tx_hash, 22))
$$;
create function wallet.hold_transaction(p_deposit uuid) returns void
language sql set search_path = '' as $$
  select wallet.hold_transaction(d.chain, d.tx_hash) from wallet.deposits d where d.id = p_deposit
$$;

-- Books a deposit that the caller holds. Answers its entry, or null where that output is credited already. Not a door.
create function wallet.book_credit(p_deposit wallet.deposits, p_amount bigint, p_usdt bigint, p_by_hand boolean, p_at timestamptz)
returns bigint language plpgsql set search_path = '' as $$
declare
  v_entry bigint;
  v_kept bigint;
  v_debt bigint;
  v_custody bigint := (select id from ledger.accounts where name = 'custody:' || p_deposit.chain);
  v_loss bigint := (select id from ledger.accounts where name = 'house:reorg-loss');
begin
  -- The credits of one customer come one after the other, so that each knows what came before.
  perform pg_advisory_xact_lock(hashtextextended('credit ' || p_deposit.customer_id, 22));
  if exists (select 1 from wallet.credits c
    where c.chain = p_deposit.chain and c.tx_hash = p_deposit.tx_hash and c.reversed_entry is null
      and (c.vout = p_deposit.vout or c.by_hand or p_by_hand)) then
    return null;
  end if;
  v_kept := wallet.kept_of(p_deposit.customer_id, p_amount, p_usdt);
  -- Coins that a reorganisation took and another block brought back first make good what was lost of them.
  delete from wallet.debts b using wallet.deposits d
  where b.deposit_id = d.id and d.chain = p_deposit.chain and d.tx_hash = p_deposit.tx_hash and d.vout = p_deposit.vout
    and d.customer_id = p_deposit.customer_id
  returning least(b.amount, p_amount) into v_debt;
  v_debt := coalesce(v_debt, 0);
  -- The customer's row before the house's, as every payment out does.
  perform 1 from ledger.balances w where w.account_id = p_deposit.account_id and w.asset = p_deposit.asset and w.shard = 0 for update;
  v_entry := ledger.post('deposit', p_deposit.id,
    array[p_deposit.account_id, v_custody] || case when v_debt > 0 then array[v_loss] end,
    array[p_deposit.asset, p_deposit.asset] || case when v_debt > 0 then array[p_deposit.asset] end,
    array[p_amount - v_debt, -p_amount] || case when v_debt > 0 then array[v_debt] end, p_at);
  if v_kept > 0 then
    update ledger.balances w set kept = w.kept + v_kept
    where w.account_id = p_deposit.account_id and w.asset = p_deposit.asset and w.shard = 0;
  end if;
  insert into wallet.credits (chain, tx_hash, vout, by_hand, deposit_id, entry)
  values (p_deposit.chain, p_deposit.tx_hash, p_deposit.vout, p_by_hand, p_deposit.id, v_entry);
  update wallet.deposits d set status = 'CREDITED', credited = p_amount, credited_usdt = p_usdt, kept = v_kept,
    entry = v_entry, decided_at = p_at
  where d.id = p_deposit.id;
  return v_entry;
end $$;

-- An operator's word that a deposit arrived. One voice is enough up to the limit of one person; two different ones above it,
-- where no price is known, and for whatever is on hold. A claim that found its output is credited as that one, with exactly
-- what arrived. outcome: 'credited' · 'waits' for another's · 'same' operator again · 'known': credited under another claim
-- · 'state' or 'round': it is not what the operator saw · 'amount': the chain shows another.
create function wallet.approve_deposit(
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

-- That held coins were sent back is the word of two persons, as their credit is: who could note it alone could make a
-- deposit disappear that was never returned.
create table wallet.deposit_returns (
  deposit_id uuid not null references wallet.deposits,
  round smallint not null,
  operator_id uuid not null,
  operator_name text not null,
  -- The transaction that sent the coins back.
  reference text not null check (length(reference) between 3 and 120),
  assertion jsonb not null,
  at timestamptz not null,
  primary key (deposit_id, round, operator_id)
);

-- One operator's word that held coins went back by a transaction; with the second one's for the same transaction the hold
-- ends. outcome 'waits', 'returned', 'same': this operator has said it already; 'state'; 'round'.
create function wallet.return_deposit(
  p_id uuid, p_round smallint, p_operator uuid, p_name text, p_reference text, p_assertion jsonb, p_at timestamptz)
returns table (outcome text, approvals integer, needed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_deposit wallet.deposits;
  v_given integer;
  v_needed constant integer := 2;
begin
  perform wallet.hold_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  if not found or v_deposit.status <> 'ON_HOLD_AML' then return query select 'state', 0, v_needed; return; end if;
  if v_deposit.round <> p_round then return query select 'round', 0, v_needed; return; end if;
  if exists (select 1 from wallet.deposit_returns r
    where r.deposit_id = p_id and r.round = p_round and r.operator_id = p_operator and r.reference = p_reference) then
    return query select 'same', 1, v_needed; return;
  end if;
  -- Coins that went back have not arrived: whoever says the one takes back the other.
  delete from wallet.deposit_approvals a where a.deposit_id = p_id and a.round = p_round and a.operator_id = p_operator;
  insert into wallet.deposit_returns as r (deposit_id, round, operator_id, operator_name, reference, assertion, at)
  values (p_id, p_round, p_operator, p_name, p_reference, p_assertion, p_at)
  on conflict (deposit_id, round, operator_id) do update
  set reference = excluded.reference, assertion = excluded.assertion, at = excluded.at;
  select count(*)::int into v_given from wallet.deposit_returns r
  where r.deposit_id = p_id and r.round = p_round and r.reference = p_reference;
  if v_given < v_needed then return query select 'waits', v_given, v_needed; return; end if;
  update wallet.deposits d set status = 'RETURNED', reference = p_reference, decided_at = p_at where d.id = p_id;
  return query select 'returned', v_given, v_needed;
end $$;

create function wallet.take_back_return() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from wallet.deposit_returns r
  where r.deposit_id = new.deposit_id and r.round = new.round and r.operator_id = new.operator_id;
  return null;
end $$;
create trigger takes_back_return after insert or update on wallet.deposit_approvals
  for each row execute function wallet.take_back_return();

-- Whatever a role may write, no deposit is returned without two who said so of one transaction.
create function wallet.guard_return() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from wallet.deposit_returns r
    where r.deposit_id = new.id and r.round = new.round and r.reference = new.reference) < 2 then
    raise exception 'a deposit is returned by the word of two' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guarded_return before update of status on wallet.deposits
  for each row when (new.status = 'RETURNED' and old.status <> 'RETURNED') execute function wallet.guard_return();

revoke all on all functions in schema wallet from public;
grant execute on function wallet.hold_transaction(text, text) to api, console;
grant execute on function wallet.approve_deposit, wallet.return_deposit to console;
grant select on wallet.credits, wallet.debts to api, console, chain, payout;
grant select on wallet.deposit_returns to api, console, chain;
