-- Whether a rejected deposit's coins have an owner already: credited, claimed, recorded or sent back.
create or replace function wallet.is_taken(p_deposit wallet.deposits) returns boolean language sql stable set search_path = '' as $$
  select exists (select from wallet.credits c
      where c.chain = p_deposit.chain and c.tx_hash = p_deposit.tx_hash and c.reversed_entry is null
        and (c.by_hand or not p_deposit.matched or c.vout = p_deposit.vout))
    or exists (select from wallet.deposits d
      where d.chain = p_deposit.chain and d.tx_hash = p_deposit.tx_hash and d.id <> p_deposit.id
        and d.status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML', 'RETURNED')
        and (not d.matched or not p_deposit.matched or d.vout = p_deposit.vout))
$$;
