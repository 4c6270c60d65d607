-- An operator holds a deposit that waits, under the reference of an order. Returns whether it did.
create or replace function wallet.hold_deposit(p_id uuid, p_reference text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.hold_deposit_transaction(p_id);
  update wallet.deposits d set status = 'CONFIRMING' where d.id = p_id and d.status = 'SUBMITTED';
  update wallet.deposits d set status = 'ON_HOLD_AML', round = d.round + 1, reference = p_reference
  where d.id = p_id and d.status = 'CONFIRMING';
  return found;
end $$;
grant execute on function wallet.hold_deposit to console;
