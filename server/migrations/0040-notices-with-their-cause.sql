-- What customers are to be told of, written in the transaction of what happened and taken out as it is told: whoever dies in
-- between leaves both or neither. `seq` is the order of telling.
create table notices.handed (
  seq bigint generated always as identity primary key,
  account_id bigint not null,
  template text not null,
  params jsonb not null check (length(params::text) <= 2000),
  ref text not null check (length(ref) <= 80)
);

-- Heard once the transaction has committed.
create function notices.tell_of_handed() returns trigger language plpgsql as $$
begin
  perform pg_notify('notices', 'handed');
  return null;
end $$;
create trigger told after insert on notices.handed for each statement execute function notices.tell_of_handed();

revoke all on function notices.tell_of_handed from public;
grant select, insert, update, delete on notices.handed to api;
grant insert on notices.handed to console;
