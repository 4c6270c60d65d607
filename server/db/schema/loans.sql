-- Loans. The role api takes applications and payments, console decides, and both by functions that move state and money in
-- one step. What is paid out is money of an asset of its own, USDT.loan, which no product that trades takes.

grant usage on schema loans to api, console;

create sequence loans.loan_no_seq;

-- A loan from the signed application to its end. Amounts are smallest units of USDT; interest is computed from the terms and
-- the payments, never posted by the day.
create table loans.loans (
  id uuid primary key,
  order_no bigint not null unique default nextval('loans.loan_no_seq'),
  customer_id uuid not null references accounts.customers,
  account_id bigint not null references ledger.accounts,
  amount bigint not null check (amount > 0),
  days smallint not null check (days > 0),
  free_days smallint not null check (free_days between 0 and days),
  daily_ppm integer not null check (daily_ppm > 0),
  -- The agreement as it was shown and signed: its text, the SHA-256 of that, and by what it was signed.
  agreement text not null,
  agreement_hash bytea not null check (agreement_hash = sha256(convert_to(agreement, 'UTF8'))),
  agreement_lang text not null,
  template_version smallint not null,
  signature_file_id uuid,
  typed_name text not null check (length(typed_name) <= 100),
  ip_hash bytea not null check (length(ip_hash) = 32),
  signed_at timestamptz(3) not null,
  remark text not null check (length(remark) <= 200),
  approvals_needed smallint not null check (approvals_needed between 1 and 2),
  -- Clauses that were ticked one by one and are in the signed text: a deposit repays what is due, and what is overdue is set off.
  standing_order boolean not null default false,
  set_off boolean not null default false,
  status text not null default 'PENDING_REVIEW' check (status in ('PENDING_REVIEW', 'APPROVED', 'ACTIVE', 'OVERDUE', 'IN_ARREARS',
    'RESTRUCTURED', 'REJECTED', 'CANCELLED_BY_CUSTOMER', 'REPAID', 'CANCELLED_14D', 'WRITTEN_OFF')),
  moved_at timestamptz(3) not null,
  reason_code text check (reason_code in ('AFFORDABILITY', 'SIGNATURE_UNREADABLE', 'INFORMATION_INCONSISTENT', 'RISK_POLICY')),
  review_due_at timestamptz(3) not null,
  decided_at timestamptz(3),
  disbursed_at timestamptz(3),
  -- When the job checks it next: a reminder, or a step without an operator.
  due_at timestamptz(3),
  ended_at timestamptz(3),
  principal_paid bigint not null default 0 check (principal_paid between 0 and amount),
  -- All interest together is never more than the principal.
  interest_paid bigint not null default 0 check (interest_paid between 0 and amount),
  -- Counts payments: what a caller computed is of this many.
  payments integer not null default 0,
  -- The entry that paid it out.
  entry bigint references ledger.entries,
  check (signature_file_id is not null or typed_name <> ''),
  check ((status = 'REJECTED') = (reason_code is not null)),
  check ((entry is null) = (disbursed_at is null)),
  check ((entry is not null) = (status in ('ACTIVE', 'OVERDUE', 'IN_ARREARS', 'RESTRUCTURED', 'REPAID',
    'CANCELLED_14D', 'WRITTEN_OFF'))),
  check (status not in ('REPAID', 'CANCELLED_14D') or principal_paid = amount),
  check (status <> 'CANCELLED_14D' or interest_paid = 0)
);
-- One at a time.
create unique index loans_open on loans.loans (customer_id)
  where status in ('PENDING_REVIEW', 'APPROVED', 'ACTIVE', 'OVERDUE', 'IN_ARREARS', 'RESTRUCTURED');
create index loans_by_customer on loans.loans (customer_id, signed_at desc, id desc);
create index loans_waiting on loans.loans (review_due_at) where status = 'PENDING_REVIEW';
create index loans_due on loans.loans (due_at) where due_at is not null;
create index loans_set_off on loans.loans (id) where set_off and status in ('OVERDUE', 'IN_ARREARS');
create index loans_by_decision on loans.loans (decided_at) where decided_at is not null;
create trigger moved_only before update on loans.loans for each row execute function loans.keep_loan();
create trigger never_deleted before delete or truncate on loans.loans for each statement execute function kernel.refuse_change();
create trigger collateral_released after update on loans.loans for each row execute function loans.release_collateral();
create trigger step_kept after insert or update on loans.loans for each row execute function loans.keep_step();
create trigger plan_ended after update on loans.loans for each row execute function loans.end_repayment_plan();
grant select on loans.loans to api, console;

-- An application as it is given to loans.apply.
create type loans.application as (
  id uuid, customer_id uuid, account_id bigint, amount bigint, days smallint, free_days smallint, daily_ppm integer,
  agreement text, agreement_hash bytea, agreement_lang text, template_version smallint, signature_file_id uuid,
  typed_name text, ip_hash bytea, remark text, approvals_needed smallint, review_due_at timestamptz, at timestamptz,
  standing_order boolean, set_off boolean);

-- A payment as it is booked: its kind, of a standing order the deposit, how much of it is loan money, and how it ends the loan.
create type loans.payment_taken as (
  id uuid, kind text, deposit_id uuid, principal bigint, interest bigint, from_loan bigint, ends text, at timestamptz);

-- The argument of loans.collect: what is due and what is owed in all as of `payments` payments, and of a standing order the
-- deposit with what it brought; and the repayment plan that the caller saw in force.
create type loans.collection as (
  id uuid, loan_id uuid, customer_id uuid, clause text, deposit_id uuid, brought bigint, payments integer, due bigint,
  owed bigint, at timestamptz, plan_id uuid);

-- Each state with its time.
create table loans.steps (
  id bigint generated always as identity primary key,
  loan_id uuid not null references loans.loans,
  step text not null,
  at timestamptz(3) not null
);
create index steps_of on loans.steps (loan_id, id);
create trigger added_only before update or delete or truncate on loans.steps
  for each statement execute function kernel.refuse_change();
grant select on loans.steps to api, console;

-- What came back. `from_loan` was paid with loan money, the rest with USDT.
create table loans.payments (
  id uuid primary key,
  loan_id uuid not null references loans.loans,
  n integer not null check (n > 0),
  -- What its customer paid, or what a clause that was signed took: of a deposit, of the free balance, of sold collateral, or
  -- of loan money before any of it was sold.
  kind text not null check (kind in ('REPAYMENT', 'CANCELLATION', 'STANDING_ORDER', 'SET_OFF', 'COLLATERAL', 'LOAN_MONEY')),
  -- Of a standing order: the deposit, each once.
  deposit_id uuid unique,
  check ((deposit_id is not null) = (kind = 'STANDING_ORDER')),
  at timestamptz(3) not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  from_loan bigint not null check (from_loan between 0 and principal + interest),
  entry bigint not null references ledger.entries,
  unique (loan_id, n),
  check (principal + interest > 0),
  check (kind <> 'CANCELLATION' or interest = 0)
);
create trigger added_only before update or delete or truncate on loans.payments
  for each statement execute function kernel.refuse_change();
grant select on loans.payments to api, console;

-- Clauses that their customer has revoked; from then on nothing is taken by them.
create table loans.revocations (
  loan_id uuid not null references loans.loans,
  clause text not null check (clause in ('STANDING_ORDER', 'SET_OFF')),
  at timestamptz(3) not null,
  primary key (loan_id, clause)
);
create trigger added_only before update or delete or truncate on loans.revocations
  for each statement execute function kernel.refuse_change();
grant select on loans.revocations to api, console;

-- Loan money that became its customer's own, since more of it was there than was owed.
create table loans.releases (
  id uuid primary key,
  loan_id uuid not null references loans.loans,
  amount bigint not null check (amount > 0),
  at timestamptz(3) not null,
  entry bigint not null references ledger.entries
);
create trigger added_only before update or delete or truncate on loans.releases
  for each statement execute function kernel.refuse_change();
grant select on loans.releases to api, console;

-- What of a coin secures a loan. It is held on its customer's balance; this row is what holds it.
create table loans.collateral (
  loan_id uuid primary key references loans.loans,
  account_id bigint not null references ledger.accounts,
  -- BTC or ETH, smallest units: what is held now, and all that was pledged and not taken back, which the steps of a sale are
  -- measured by.
  asset smallint not null check (asset in (4, 5)),
  amount bigint not null check (amount >= 0),
  pledged bigint not null check (pledged >= amount),
  -- Counts movements: what a caller computed is of this many.
  moves integer not null check (moves > 0),
  -- The share that its customer was last notified of, per cent.
  notified smallint not null default 0 check (notified in (0, 70, 75, 80))
);
create index collateral_held on loans.collateral (loan_id) where amount > 0;
create trigger moved_only before update on loans.collateral for each row execute function loans.keep_collateral();
create trigger never_deleted before delete or truncate on loans.collateral
  for each statement execute function kernel.refuse_change();
grant select on loans.collateral to api, console;

-- What was pledged with the application and added later, what its customer took back, what was sold, and what came back.
create table loans.collateral_moves (
  id uuid primary key,
  loan_id uuid not null references loans.collateral,
  n integer not null check (n > 0),
  kind text not null check (kind in ('PLEDGE', 'ADD', 'TAKE_BACK', 'SALE', 'RELEASE')),
  amount bigint not null check (amount > 0),
  at timestamptz(3) not null,
  -- Of the pledge that was signed, of a sale, and of what was taken back: code, seq, ts and price of the tick that priced it,
  -- as recorded.
  tick jsonb,
  -- Of a sale, which is a conversion and a payment of this id: what was owed before it, why, and of how many steps. Of what
  -- was taken back: what was owed then.
  owed bigint check (owed > 0),
  cause text check (cause in ('LTV', 'END')),
  steps smallint check (steps > 0),
  unique (loan_id, n),
  check ((tick is not null) = (kind in ('PLEDGE', 'TAKE_BACK', 'SALE'))),
  check ((owed is not null) = (kind in ('TAKE_BACK', 'SALE')) and (cause is not null) = (kind = 'SALE') and (steps is not null) = (kind = 'SALE'))
);
create trigger added_only before update or delete or truncate on loans.collateral_moves
  for each statement execute function kernel.refuse_change();
grant select on loans.collateral_moves to api, console;

-- Collateral as it is given to loans.pledge: with the tick that priced it where it is signed.
create type loans.new_pledge as (
  id uuid, loan_id uuid, customer_id uuid, asset smallint, amount bigint, tick jsonb, at timestamptz);

-- A part as it is given to loans.take_collateral, which was computed as of so many payments and movements.
create type loans.collateral_taking as (
  id uuid, loan_id uuid, customer_id uuid, payments integer, moves integer, owed bigint, amount bigint, tick jsonb, at timestamptz);

-- A sale as it is given to loans.sell_collateral, which was computed as of so many payments and movements.
create type loans.collateral_sale as (
  id uuid, loan_id uuid, customer_id uuid, payments integer, plan_id uuid, moves integer, owed bigint, cause text,
  steps smallint, amount bigint, fee bigint, received bigint, tick jsonb, at timestamptz);

-- Who approved, over exactly the terms that were signed. No operator approves twice.
create table loans.approvals (
  loan_id uuid not null references loans.loans,
  operator_id uuid not null,
  operator_name text not null,
  assertion jsonb not null,
  at timestamptz(3) not null,
  primary key (loan_id, operator_id)
);
create trigger added_only before update or delete or truncate on loans.approvals
  for each statement execute function kernel.refuse_change();
grant select on loans.approvals to api, console;

-- What moved a credit score: `score` is the one after it.
create table loans.score_events (
  id bigint generated always as identity primary key,
  customer_id uuid not null references accounts.customers,
  loan_id uuid not null references loans.loans,
  kind text not null check (kind in ('REPAID_IN_TIME', 'REPAID_LATE', 'OVERDUE', 'IN_ARREARS', 'WRITTEN_OFF')),
  points smallint not null,
  score smallint not null check (score between 300 and 850),
  at timestamptz(3) not null,
  unique (loan_id, kind)
);
create index score_events_of on loans.score_events (customer_id, id);
create trigger added_only before update or delete or truncate on loans.score_events
  for each statement execute function kernel.refuse_change();
grant select on loans.score_events to api, console;

-- What operators offer the customer of a loan in arrears: instalments that add up to what was owed when it was prepared. From
-- then on no interest accrues while the plan is in force; payments since then settle the oldest instalment first.
create table loans.repayment_plans (
  id uuid primary key,
  loan_id uuid not null references loans.loans,
  customer_id uuid not null references accounts.customers,
  prepared_by uuid not null,
  prepared_by_name text not null,
  prepared_at timestamptz(3) not null,
  -- What was owed then, smallest units of USDT, after so many payments.
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  payments integer not null check (payments >= 0),
  -- When each instalment is due at the latest, and how much it is.
  due_at timestamptz(3)[] not null check (cardinality(due_at) between 2 and 12),
  amounts bigint[] not null,
  approvals_needed smallint not null check (approvals_needed between 1 and 2),
  status text not null default 'PREPARED'
    check (status in ('PREPARED', 'OFFERED', 'ACCEPTED', 'DECLINED', 'LAPSED', 'KEPT', 'BROKEN')),
  -- By when it is approved, and once it is, by when it is accepted.
  until timestamptz(3) not null,
  offered_at timestamptz(3),
  -- The text that its customer accepted, with its SHA-256.
  agreement text,
  agreement_hash bytea check (agreement_hash = sha256(convert_to(agreement, 'UTF8'))),
  agreement_lang text,
  ip_hash bytea check (length(ip_hash) = 32),
  accepted_at timestamptz(3),
  ended_at timestamptz(3),
  check (loans.are_instalments(due_at, amounts, principal + interest)),
  check ((accepted_at is not null) = (status in ('ACCEPTED', 'KEPT', 'BROKEN'))),
  check (num_nulls(agreement, agreement_hash, agreement_lang, ip_hash, accepted_at) in (0, 5)),
  check ((ended_at is not null) = (status in ('DECLINED', 'LAPSED', 'KEPT', 'BROKEN')))
);
-- One at a time.
create unique index repayment_plans_open on loans.repayment_plans (loan_id) where status in ('PREPARED', 'OFFERED', 'ACCEPTED');
create index repayment_plans_of on loans.repayment_plans (loan_id, prepared_at);
create index repayment_plans_until on loans.repayment_plans (until) where status in ('PREPARED', 'OFFERED');
create trigger moved_only before update on loans.repayment_plans for each row execute function loans.keep_repayment_plan();
create trigger never_deleted before delete or truncate on loans.repayment_plans
  for each statement execute function kernel.refuse_change();
grant select on loans.repayment_plans to api, console;

-- Who approved a repayment plan, over exactly its instalments. No operator approves twice.
create table loans.repayment_plan_approvals (
  plan_id uuid not null references loans.repayment_plans,
  operator_id uuid not null,
  operator_name text not null,
  assertion jsonb not null,
  at timestamptz(3) not null,
  primary key (plan_id, operator_id)
);
create trigger added_only before update or delete or truncate on loans.repayment_plan_approvals
  for each statement execute function kernel.refuse_change();
grant select on loans.repayment_plan_approvals to api, console;

-- Interest of loans.
select ledger.add_account('revenue:loan');

select ledger.add_single_kinds(array['loan.disbursement', 'loan.repayment', 'loan.release']);
