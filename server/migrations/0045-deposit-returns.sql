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
grant select on wallet.deposit_returns to api, console, chain;

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
revoke all on function wallet.return_deposit from public;
grant execute on function wallet.return_deposit to console;

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
revoke all on function wallet.take_back_return, wallet.guard_return from public;
