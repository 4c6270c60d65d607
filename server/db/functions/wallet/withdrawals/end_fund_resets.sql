-- A fund password that was changed by another way needs no other: what waits for it ends.
create or replace function wallet.end_fund_resets() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.cancel_fund_reset(new.customer_id, coalesce(new.changed_at, new.set_at));
  return null;
end $$;
