-- Keeps each state of a loan with its time, in the statement that moves it.
create or replace function loans.keep_step() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or old.status <> new.status then
    insert into loans.steps (loan_id, step, at) values (new.id, new.status, new.moved_at);
  end if;
  return null;
end $$;
