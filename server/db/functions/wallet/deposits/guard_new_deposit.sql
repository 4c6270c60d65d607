-- What operators approve for a customer reaches that customer's account and no other; a closed account submits no claim,
-- and a claim finds its output.
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
  -- A part is beside what people have credited; and what operators record refers to the proof that its customer sent.
  if new.part and not exists (select 1 from wallet.credits c
    where c.chain = new.chain and c.tx_hash = new.tx_hash and c.by_hand and c.reversed_entry is null) then
    raise exception 'nothing of this transaction is credited yet' using errcode = 'no_data_found';
  end if;
  if new.source = 'OPERATOR' then
    new.proof_file_id := (select d.proof_file_id from wallet.deposits d
      where d.customer_id = new.customer_id and d.chain = new.chain and d.tx_hash = new.tx_hash and d.proof_file_id is not null
        and not exists (select 1 from files.files f where f.id = d.proof_file_id and f.erased_at is not null)
      order by d.id desc limit 1);
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
