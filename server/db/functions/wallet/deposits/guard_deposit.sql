create or replace function wallet.guard_deposit() returns trigger language plpgsql as $$
begin
  if old.status is distinct from new.status and not (new.status = any (case old.status
    when 'SUBMITTED' then array['CONFIRMING', 'REJECTED', 'CANCELLED']
    when 'CONFIRMING' then array['CREDITED', 'ON_HOLD_AML', 'REJECTED']
    when 'ON_HOLD_AML' then array['CREDITED', 'RETURNED']
    when 'CREDITED' then array['REVERSED']
    when 'REJECTED' then array['SUBMITTED', 'RETURNED']
    else '{}'::text[] end)) then
    raise exception 'a deposit goes from % to % never', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if old.status = 'REJECTED' and new.status = 'SUBMITTED' and (old.resubmitted or not new.resubmitted) then
    raise exception 'a deposit is submitted again once' using errcode = 'restrict_violation';
  end if;
  -- A transfer in the chain has arrived, whatever an operator decides: it is credited, or held where the law requires it. Only where
  -- people have credited its whole transaction already is it one too many.
  if new.status = 'REJECTED' and exists (select 1 from wallet.arrivals v where v.deposit_id = new.id and v.height is not null)
    and not exists (select 1 from wallet.credits c
      where c.chain = new.chain and c.tx_hash = new.tx_hash and c.by_hand and c.reversed_entry is null) then
    raise exception 'a deposit that arrived is not rejected' using errcode = 'restrict_violation';
  end if;
  if (old.customer_id, old.account_id, old.asset, old.chain, old.tx_hash, old.amount, old.source, old.part) is distinct from
     (new.customer_id, new.account_id, new.asset, new.chain, new.tx_hash, new.amount, new.source, new.part) then
    raise exception 'a deposit stays what it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
