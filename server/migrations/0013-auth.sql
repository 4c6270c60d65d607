-- Sessions that end everywhere at once, what is bound to them, sign-ins of the past, freezing, and seeds of a sandbox.

-- A session of a browser is worth nothing without the cookie it was given with; other programs have none.
alter table auth.sessions add column binding bytea check (length(binding) = 32);

-- Ends sessions of a customer: all, one, or all but one. Every process that keeps sessions in memory is told when the
-- transaction commits. Answers how many ended.
create function auth.end_sessions(who uuid, one uuid, except_one uuid) returns integer language plpgsql as $$
declare
  ended record;
  count integer := 0;
begin
  for ended in
    delete from auth.sessions s
    where s.customer_id = who and (one is null or s.id = one) and (except_one is null or s.id <> except_one)
    returning s.id, s.token_hash
  loop
    count := count + 1;
    perform pg_notify('auth_sessions', 'ended ' || who || ' ' || ended.id || ' ' || encode(ended.token_hash, 'base64'));
  end loop;
  return count;
end $$;

-- Whoever freezes or closes an account, by whatever way, ends its sessions in the same transaction.
create function auth.end_sessions_of_blocked() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform auth.end_sessions(new.id, null, null);
  return null;
end $$;
create trigger blocked_has_no_session after update of status on accounts.customers
  for each row when (new.status in ('FROZEN_BY_USER', 'CLOSED')) execute function auth.end_sessions_of_blocked();

-- Where and with what a customer has signed in: the hash of customer, network and program.
create table auth.devices (
  customer_id uuid not null references accounts.customers,
  device bytea not null check (length(device) = 32),
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (customer_id, device)
);

-- Sign-ins of the last 90 days, right and wrong, for the customer to look through. `place` is a network, not an address.
create table auth.sign_ins (
  customer_id uuid not null references accounts.customers,
  id uuid not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('SIGNED_IN', 'WRONG_PASSWORD', 'BLOCKED')),
  place text not null check (length(place) <= 64),
  browser text check (length(browser) <= 40),
  system text check (length(system) <= 40),
  new_device boolean not null default false,
  primary key (customer_id, id)
);
create index sign_ins_by_time on auth.sign_ins using brin (at);

-- The customer's own words, which stand in every mail to that customer and in nobody else's.
create table auth.phrases (
  customer_id uuid primary key references accounts.customers,
  phrase text not null check (char_length(phrase) between 4 and 32),
  set_at timestamptz not null
);

-- What the link in a mail about a new device may do: freeze this account, for six hours.
create table auth.freeze_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer_id uuid not null references accounts.customers,
  expires_at timestamptz not null
);
create index freeze_links_by_end on auth.freeze_links (expires_at);

-- Accounts frozen by their customers, and from when they may be used again once that was asked for.
create table auth.freezes (
  customer_id uuid primary key references accounts.customers,
  frozen_at timestamptz not null,
  unfreezes_at timestamptz
);
create index freezes_by_end on auth.freezes (unfreezes_at) where unfreezes_at is not null;

grant select, insert, update, delete on auth.devices, auth.phrases, auth.freezes to api;
grant select, insert, delete on auth.sign_ins, auth.freeze_links to api;

-- Made-up customers were loaded: a live installation refuses such a database.
create table sandbox.seeds (at timestamptz not null, accounts integer not null);
insert into sandbox.seeds
  select now(), count(*) from accounts.customers where email like '%@seed.evenhand.example' having count(*) > 0;
grant select on sandbox.seeds to api;
