-- The invite programme. Who invited whom is kept with the customer (accounts.customers.invited_by) and never changes. Here
-- is what follows from it: each fee of a contract that an invited customer paid, a reward a customer and week, what was
-- paid of it on a Monday, and the reviews for which rewards are held. Amounts in smallest units of USDT; weeks are named by
-- their Monday (UTC).

grant usage on schema invites to api, console;

-- A fee and what it earns: a tenth, rounded down, or nothing where a country closes the programme or a review refused it.
-- `ref` is that of the ledger's entry of this fee: the order for its opening, the row of its closing for a closing.
create table invites.fees (
  kind text not null check (kind in ('OPEN', 'CLOSE')),
  ref uuid not null,
  order_no bigint not null,
  account_id bigint not null,
  invitee_id uuid not null references accounts.customers,
  inviter_id uuid not null references accounts.customers,
  at timestamptz(3) not null,
  fee bigint not null check (fee > 0),
  reward bigint not null,
  off text check (off in ('COUNTRY', 'REFUSED')),
  -- The week with which it is paid: its own, or the present one for a fee that arrived after its week was paid.
  week date not null check (extract(isodow from week) = 1),
  primary key (kind, ref),
  check (reward = case when off is null then fee / 10 else 0 end)
);
create index fees_of_invitee on invites.fees (invitee_id, at desc, ref);
create index fees_of_inviter on invites.fees (inviter_id, at desc, ref);
create trigger added_only before update or delete or truncate on invites.fees
  for each statement execute function kernel.refuse_change();
grant select on invites.fees to api, console;

-- Why the rewards of a customer are held, and what a person decided. While one is open, all of them are.
create table invites.reviews (
  id uuid primary key,
  invitee_id uuid not null references accounts.customers,
  inviter_id uuid not null references accounts.customers,
  signals text[] not null check (cardinality(signals) > 0 and signals <@ array['DEVICE', 'NETWORK', 'DOCUMENT', 'ADDRESS', 'EMAIL']),
  opened_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'RELEASED', 'REFUSED')),
  decided_at timestamptz(3),
  decided_by uuid references operators.operators,
  -- To the customer.
  reason text check (length(reason) between 3 and 500),
  check ((status = 'OPEN') = (decided_at is null) and (decided_at is null) = (decided_by is null) and (decided_at is null) = (reason is null))
);
create unique index one_open_review on invites.reviews (invitee_id) where status = 'OPEN';
create index reviews_of_invitee on invites.reviews (invitee_id, opened_at desc);
create index reviews_waiting on invites.reviews (due_at) where status = 'OPEN';
create index reviews_by_decision on invites.reviews (decided_at) where decided_at is not null;
create trigger decided_once before update on invites.reviews for each row
  when (old.status <> 'OPEN' or (old.id, old.invitee_id, old.inviter_id, old.signals, old.opened_at, old.due_at)
    is distinct from (new.id, new.invitee_id, new.inviter_id, new.signals, new.opened_at, new.due_at))
  execute function kernel.refuse_change();
create trigger kept before delete or truncate on invites.reviews for each statement execute function kernel.refuse_change();
grant select on invites.reviews to api, console;

create table invites.rewards (
  invitee_id uuid not null references accounts.customers,
  week date not null check (extract(isodow from week) = 1),
  inviter_id uuid not null references accounts.customers,
  fees bigint not null check (fees > 0),
  amount bigint not null check (amount >= 0 and amount <= fees / 10),
  paid bigint not null default 0 check (paid between 0 and amount),
  status text not null default 'ACCRUED' check (status in ('ACCRUED', 'HELD', 'PAID', 'VOIDED')),
  review_id uuid references invites.reviews,
  primary key (invitee_id, week),
  check ((status = 'PAID') <= (paid = amount)),
  check ((status in ('HELD', 'VOIDED')) <= (review_id is not null))
);
create index rewards_of_inviter on invites.rewards (inviter_id, week desc);
create index rewards_unpaid on invites.rewards (inviter_id, week) where status in ('ACCRUED', 'HELD');
create trigger guarded before update on invites.rewards for each row
  when (old.status in ('PAID', 'VOIDED') or (old.status = 'HELD' and new.status = 'ACCRUED') or new.paid < old.paid or new.amount < old.amount
    or (old.invitee_id, old.week, old.inviter_id) is distinct from (new.invitee_id, new.week, new.inviter_id))
  execute function kernel.refuse_change();
create trigger kept before delete or truncate on invites.rewards for each statement execute function kernel.refuse_change();
grant select on invites.rewards to api, console;

-- One payment an inviter and Monday, and which rewards it paid.
create table invites.payments (
  id uuid primary key,
  inviter_id uuid not null references accounts.customers,
  account_id bigint not null,
  due_at timestamptz(3) not null,
  amount bigint not null check (amount > 0),
  paid_at timestamptz(3) not null,
  unique (inviter_id, due_at)
);
create trigger added_only before update or delete or truncate on invites.payments
  for each statement execute function kernel.refuse_change();
grant select on invites.payments to api, console;

create table invites.payment_parts (
  payment_id uuid not null references invites.payments,
  invitee_id uuid not null,
  week date not null,
  amount bigint not null check (amount > 0),
  primary key (payment_id, invitee_id, week),
  foreign key (invitee_id, week) references invites.rewards
);
create index payment_parts_of_reward on invites.payment_parts (invitee_id, week);
create trigger added_only before update or delete or truncate on invites.payment_parts
  for each statement execute function kernel.refuse_change();
grant select on invites.payment_parts to api, console;

-- When each inviter who has rewards is paid next. Advancing it is what makes a Monday's payment single.
create table invites.paydays (
  inviter_id uuid primary key references accounts.customers,
  next_at timestamptz(3) not null check (extract(isodow from next_at at time zone 'UTC') = 1
    and date_trunc('day', next_at, 'UTC') = next_at)
);
create index paydays_due on invites.paydays (next_at);
grant select on invites.paydays to api, console;

-- Up to when closings were read for fees.
create table invites.progress (one boolean primary key default true check (one), read_to timestamptz(3) not null);
insert into invites.progress (read_to) values ('epoch');
grant select on invites.progress to api, console;

create type invites.new_fee as (kind text, ref uuid, order_no bigint, account_id bigint, fee bigint, at timestamptz, closed boolean);

select ledger.add_single_kinds(array['invite.reward']);
