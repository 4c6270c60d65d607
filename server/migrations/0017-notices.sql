-- What one customer is told, how the customer wants to be told, and prices a customer asked to be told of. Accounts are
-- those of the ledger.
create schema notices;
grant usage on schema notices to api, console;

-- A row stands as it was written; only that it was read is added. The text is made where it is read, in its reader's
-- language, of template and params. `ref` names what it is about, so that one event is told once.
create table notices.notices (
  account_id bigint not null,
  id uuid not null,
  template text not null,
  category text not null check (category in ('TRADE', 'RISK', 'FUNDS', 'SECURITY', 'LEGAL', 'ACCOUNT', 'ALERT')),
  params jsonb not null check (length(params::text) <= 2000),
  ref text not null check (length(ref) <= 80),
  -- Of a category that its customer had muted: kept so that it is told by mail once, and shown nowhere.
  muted boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (account_id, id),
  unique (account_id, template, ref)
);
create index notices_unread on notices.notices (account_id) where read_at is null and not muted;

-- What a customer chose otherwise than it is by itself.
create table notices.preferences (
  account_id bigint not null,
  category text not null check (category in ('TRADE', 'RISK', 'FUNDS', 'SECURITY', 'LEGAL', 'ACCOUNT', 'ALERT')),
  in_app boolean not null,
  email boolean not null,
  primary key (account_id, category),
  check (in_app or category not in ('RISK', 'SECURITY', 'LEGAL')),
  check (email or category <> 'SECURITY')
);

-- Prices to be told of. `target` is in the instrument's smallest units, or in hundredths of a percent for a CHANGE. It
-- is armed while the price stands on the near side of it. One that is told once is deleted as it is told.
create table notices.alerts (
  account_id bigint not null,
  id uuid primary key,
  code text not null check (length(code) <= 32),
  kind text not null check (kind in ('ABOVE', 'BELOW', 'CHANGE')),
  target bigint not null check (target > 0),
  -- Minutes between two tellings; null: once.
  every_minutes integer check (every_minutes between 60 and 10080),
  armed boolean not null,
  told_at timestamptz,
  created_at timestamptz not null
);
create index alerts_by_account on notices.alerts (account_id);

-- Every process that watches prices hears of alerts that come and go.
create function notices.tell_of_alert() returns trigger language plpgsql as $$
begin
  perform pg_notify('notices', 'alert ' || coalesce(new.id, old.id));
  return null;
end $$;
create trigger told after insert or delete on notices.alerts for each row execute function notices.tell_of_alert();

-- Adds an alert unless the customer has as many as there may be; two that come at once count each other.
create function notices.add_alert(
  p_account bigint, p_id uuid, p_code text, p_kind text, p_target bigint, p_every integer, p_armed boolean,
  p_at timestamptz, p_most integer)
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notices.alerts', p_account));
  if (select count(*) from notices.alerts a where a.account_id = p_account) >= p_most then
    return false;
  end if;
  insert into notices.alerts (account_id, id, code, kind, target, every_minutes, armed, created_at)
  values (p_account, p_id, p_code, p_kind, p_target, p_every, p_armed, p_at);
  return true;
end $$;

-- Takes the alerts that are to be told now, each for one teller alone: those told once are deleted, the others rest.
create function notices.take_alerts(p_ids uuid[], p_at timestamptz) returns table (id uuid, account_id bigint)
language sql as $$
  with once as (
    delete from notices.alerts a where a.id = any (p_ids) and a.every_minutes is null and a.armed
    returning a.id, a.account_id
  ), again as (
    update notices.alerts a set armed = false, told_at = p_at
    where a.id = any (p_ids) and a.every_minutes is not null and a.armed
      and (a.told_at is null or a.told_at + make_interval(mins => a.every_minutes) <= p_at)
    returning a.id, a.account_id
  )
  select * from once union all select * from again
$$;

revoke all on all functions in schema notices from public;
grant execute on function notices.add_alert, notices.take_alerts to api;
grant select, insert, delete on notices.notices to api;
grant update (read_at) on notices.notices to api;
grant select, insert, update on notices.preferences to api;
grant select, insert, delete on notices.alerts to api;
grant update (armed, told_at) on notices.alerts to api;
grant select on all tables in schema notices to console;
