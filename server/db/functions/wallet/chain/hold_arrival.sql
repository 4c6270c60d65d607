-- The watcher holds what came from a sender whom the law forbids to deal with: only what it saw itself, when it is final.
create or replace function wallet.hold_arrival(p_id uuid, p_head bigint, p_confirmations integer, p_reference text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.hold_deposit_transaction(p_id);
  update wallet.deposits d set status = 'ON_HOLD_AML', round = d.round + 1, reference = p_reference
  where d.id = p_id and d.status = 'CONFIRMING' and exists (select 1 from wallet.arrivals v
    where v.deposit_id = d.id and v.height is not null and p_head - v.height + 1 >= p_confirmations);
  return found;
end $$;
grant execute on function wallet.hold_arrival to chain;
