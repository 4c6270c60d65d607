-- How customers are told: messages to browsers that are closed, hours in which a customer is left in peace, what is handed
-- over in the transaction of its cause, and how far something that concerns many has been told.

-- One subscription a session: it ends with the session, however that ends. `vapid_key` is the public key it was made
-- under; no other can send to it.
create table notices.push_subscriptions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  account_id bigint not null,
  endpoint text not null unique check (length(endpoint) <= 1024),
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  vapid_key bytea not null check (length(vapid_key) = 65),
  created_at timestamptz not null
);
create index push_subscriptions_by_account on notices.push_subscriptions (account_id);

-- By push nothing is told until a customer chooses it.
alter table notices.preferences add column push boolean not null default false;

-- Minutes of the day in the customer's zone in which nothing that can wait is mailed or pushed.
create table notices.quiet_hours (
  account_id bigint primary key,
  from_min smallint not null check (from_min between 0 and 1439),
  to_min smallint not null check (to_min between 0 and 1439),
  zone text not null check (length(zone) <= 64),
  check (from_min <> to_min)
);

-- Notices that are mailed or pushed when the quiet hours of their customer are over.
create table notices.held (
  account_id bigint not null,
  id uuid not null,
  due_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, id) references notices.notices on delete cascade
);
create index held_by_time on notices.held (due_at);

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

-- How far customers have been told of something that concerns many, by account: whoever tells them goes on from there.
create table notices.told_many (
  what text primary key check (length(what) between 3 and 60),
  after bigint not null default 0,
  done_at timestamptz
);

grant select, insert, update, delete on notices.push_subscriptions, notices.quiet_hours, notices.held to api;
grant select on notices.quiet_hours, notices.held to console;
grant select, insert, update on notices.told_many to api;
grant select, insert, update, delete on notices.handed to api;
grant insert on notices.handed to console;

-- Keeps the subscription of a session; the same browser under another session moves, and beyond so many of a customer
-- the oldest end.
create function notices.keep_subscription(
  p_session uuid, p_account bigint, p_endpoint text, p_p256dh bytea, p_auth bytea, p_key bytea, p_at timestamptz,
  p_most integer)
returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notices.push', p_account));
  delete from notices.push_subscriptions s where s.endpoint = p_endpoint and s.session_id <> p_session;
  insert into notices.push_subscriptions as s (session_id, account_id, endpoint, p256dh, auth, vapid_key, created_at)
  values (p_session, p_account, p_endpoint, p_p256dh, p_auth, p_key, p_at)
  on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
    vapid_key = excluded.vapid_key, created_at = excluded.created_at;
  delete from notices.push_subscriptions s using (
    select o.session_id from notices.push_subscriptions o where o.account_id = p_account
    order by o.created_at desc, o.session_id desc offset p_most) beyond
  where s.session_id = beyond.session_id;
end $$;
revoke all on function notices.keep_subscription, notices.tell_of_handed from public;
grant execute on function notices.keep_subscription to api;

-- Whoever has left asks to be told of nothing more.
create function notices.forget_closed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from notices.alerts where account_id = new.account_id;
  delete from notices.push_subscriptions where account_id = new.account_id;
  delete from notices.held where account_id = new.account_id;
  return null;
end $$;
create trigger closed_is_told_nothing after update of status on accounts.customers
  for each row when (new.status = 'CLOSED') execute function notices.forget_closed();
