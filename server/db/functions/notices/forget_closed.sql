-- A customer who closed the account is notified of nothing more.
create or replace function notices.forget_closed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from notices.alerts where account_id = new.account_id;
  delete from notices.push_subscriptions where account_id = new.account_id;
  return null;
end $$;
