-- Smart trading plans. A position holds its principal on its customer's balance and the yield of all its days in the
-- reserve, from the moment it begins: nothing that happens to its product, or to the reserve, touches it. A day is 24
-- hours from the beginning; a yield is paid once, since what it is paid for is the number of days that were paid.

grant usage on schema plans to api, console;

-- Rates in millionths: of the principal for a day, and for leaving with all days ahead. Terms never change: a product with
-- others is another product. `sold` is the principal of the positions that earn.
create table plans.products (
  id uuid primary key,
  names jsonb not null check (names ?& array['zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'ar', 'hk', 'es', 'pt']),
  sources jsonb not null check (sources ?& array['zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'ar', 'hk', 'es', 'pt']),
  days integer not null check (days between 1 and 3650),
  daily_ppm integer not null check (daily_ppm between 1 and 100000),
  penalty_ppm integer not null check (penalty_ppm between 0 and 20000),
  cooling_hours integer not null check (cooling_hours >= 24),
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  capacity bigint not null check (capacity >= min_amount),
  sold bigint not null default 0 check (sold between 0 and capacity),
  terms_hash bytea not null check (length(terms_hash) = 32),
  status text not null check (status in ('DRAFT', 'OPEN', 'CLOSED_TO_NEW', 'RETIRED')),
  at timestamptz(3) not null,
  -- The request of two operators that made it; null of those that a sandbox begins with and the command drafts.
  request_id uuid unique references operators.change_requests,
  -- The product whose values it changes for new positions, and which closed when it opened.
  replaces uuid references plans.products,
  -- Who of the board signed the reason for more than 0.03 % a day, and the reason, as customers read both.
  board text check (length(board) between 3 and 200),
  board_reason text check (length(board_reason) between 3 and 500),
  check ((daily_ppm > 300) = (board is not null and board_reason is not null) and (board is null) = (board_reason is null)),
  -- The least amount earns something every day.
  check (min_amount * daily_ppm >= 1000000)
);
create trigger guarded before update or delete on plans.products for each row execute function plans.guard_product();
grant select on plans.products to api, console;

create sequence plans.order_no_seq;

create table plans.positions (
  account_id bigint not null,
  id uuid not null,
  order_no bigint not null default nextval('plans.order_no_seq'),
  product_id uuid not null references plans.products,
  principal bigint not null check (principal > 0),
  days integer not null,
  daily_ppm integer not null,
  penalty_ppm integer not null,
  cooling_hours integer not null,
  terms_hash bytea not null,
  daily_yield bigint not null check (daily_yield > 0),
  started_at timestamptz(3) not null,
  paid_days integer not null default 0 check (paid_days between 0 and days),
  next_due timestamptz(3),
  status text not null default 'EARNING' check (status in ('EARNING', 'COMPLETED', 'EXITED')),
  penalty bigint check (penalty between 0 and principal),
  returned bigint,
  ended_at timestamptz(3),
  primary key (account_id, id),
  check (daily_yield = principal * daily_ppm / 1000000),
  check ((next_due is null) = (status <> 'EARNING') and (ended_at is null) = (status = 'EARNING')),
  check (next_due = started_at + make_interval(hours => 24 * (paid_days + 1))),
  check (status <> 'COMPLETED' or (paid_days = days and returned = principal and penalty is null)),
  check (status <> 'EXITED' or (paid_days < days and returned = principal - penalty))
) with (fillfactor = 80);
create index positions_due on plans.positions (next_due) where status = 'EARNING';
-- Numbers rise with the rows.
create index positions_by_no on plans.positions using brin (order_no);
-- What a position was subscribed under holds to its end, days are only ever paid forward, and what has ended stays so. The
-- condition is not in the function, since a payday would call it a million times.
create trigger guarded before update on plans.positions for each row
  when (old.status <> 'EARNING' or new.paid_days < old.paid_days
    or old.account_id <> new.account_id or old.id <> new.id or old.order_no <> new.order_no or old.product_id <> new.product_id
    or old.principal <> new.principal or old.days <> new.days or old.daily_ppm <> new.daily_ppm
    or old.penalty_ppm <> new.penalty_ppm or old.cooling_hours <> new.cooling_hours or old.terms_hash <> new.terms_hash
    or old.daily_yield <> new.daily_yield or old.started_at <> new.started_at)
  execute function kernel.refuse_change();
create trigger kept before delete or truncate on plans.positions for each statement execute function kernel.refuse_change();
grant select on plans.positions to api, console;

-- Sums over all positions, written with each change of one: a public call must not read a million rows. Amounts in
-- smallest units; what is owed are the yields of days to come.
create table plans.totals (
  one boolean primary key default true check (one),
  positions bigint not null default 0 check (positions >= 0),
  principal bigint not null default 0 check (principal >= 0),
  owed bigint not null default 0 check (owed >= 0),
  paid bigint not null default 0,
  penalties bigint not null default 0
);
insert into plans.totals default values;
grant select on plans.totals to api, console;

-- The entry that first funded the reserve; a row here is why a restart does not fund it again.
create table plans.reserve_openings (
  one boolean primary key default true check (one),
  entry_no bigint not null,
  at timestamptz not null
);
grant select on plans.reserve_openings to api, console;

-- The argument of plans.subscribe.
create type plans.new_position as (
  account_id bigint, id uuid, customer_id uuid, product_id uuid, principal bigint, terms_hash bytea, at timestamptz);

select ledger.add_reserve('reserve:yield', array['USDT'], 1::smallint);
select ledger.add_single_kinds(array['plan.penalty']);
