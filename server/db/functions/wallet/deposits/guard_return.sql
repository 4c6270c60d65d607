-- Whatever a role may write, no deposit is returned without two operators who confirmed the same transaction.
create or replace function wallet.guard_return() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from wallet.deposit_returns r
    where r.deposit_id = new.id and r.round = new.round and r.withdrawn_at is null and r.reference = new.reference) < 2 then
    raise exception 'a deposit is returned by two confirmations' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
