-- A customer who freezes the account reports that a thief may be in it, and cannot sign in any more to cancel what a thief requested.
-- What has not left yet is cancelled with the freeze, in the same transaction: the money stays where it is.
create or replace function wallet.cancel_of_frozen() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.cancel_withdrawal(w.id, new.id, sandbox.product_time()) from (
    select one.id from wallet.withdrawals one
    where one.customer_id = new.id and one.status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED') order by one.id) w;
  return null;
end $$;
