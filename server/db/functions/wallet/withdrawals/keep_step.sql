-- Keeps a step of a withdrawal with its time and publishes it, in the transaction that moves it, by whatever process.
create or replace function wallet.keep_step() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  stepped text;
begin
  if tg_op = 'INSERT' or old.status <> new.status then
    stepped := new.status;
  elsif old.overdue_at is null and new.overdue_at is not null then
    stepped := 'OVERDUE';
  else
    return null;
  end if;
  insert into wallet.withdrawal_steps (withdrawal_id, step, at)
    values (new.id, stepped, case stepped when 'OVERDUE' then new.overdue_at else new.moved_at end);
  insert into outbox.events (type, payload)
    values ('withdrawals.stepped', jsonb_build_object('withdrawalId', new.id, 'customerId', new.customer_id, 'step', stepped));
  return null;
end $$;
