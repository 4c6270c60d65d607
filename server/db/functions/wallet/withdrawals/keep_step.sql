create or replace function wallet.keep_step() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or old.status <> new.status then
    insert into wallet.withdrawal_steps (withdrawal_id, step, at) values (new.id, new.status, new.moved_at);
  elsif old.overdue_at is null and new.overdue_at is not null then
    insert into wallet.withdrawal_steps (withdrawal_id, step, at) values (new.id, 'OVERDUE', new.overdue_at);
  else
    return null;
  end if;
  perform pg_notify('withdrawals', new.id::text);
  return null;
end $$;
