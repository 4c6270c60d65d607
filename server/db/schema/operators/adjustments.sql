-- Adjustments that take something from a customer: two operators sign the amount and the entry that gave it wrongly, the
-- customer is notified, and a day later a job carries it out, unless the customer's objection is open or was upheld.

create table operators.debits (
  request_id uuid primary key references operators.change_requests,
  customer_id uuid not null references accounts.customers,
  account_id bigint not null references ledger.accounts,
  asset smallint not null references ledger.assets,
  units bigint not null check (units > 0),
  -- The entry that gave the customer too much.
  entry_seq bigint not null references ledger.entries,
  announced_at timestamptz not null,
  due_at timestamptz not null,
  -- LAPSED: the customer had too little when it was due, and nothing was taken.
  status text not null default 'ANNOUNCED' check (status in ('ANNOUNCED', 'APPLIED', 'WITHDRAWN', 'LAPSED')),
  -- The customer's first objection to it, a complaint like others.
  objection_id uuid unique references complaints.complaints,
  ended_at timestamptz,
  check (due_at >= announced_at + interval '24 hours'),
  check ((status = 'ANNOUNCED') = (ended_at is null)),
  check (ended_at >= due_at or status <> 'APPLIED')
);
create index debits_announced on operators.debits (due_at) where status = 'ANNOUNCED';
create index debits_of_account on operators.debits (account_id, announced_at);
create index debits_by_end on operators.debits (ended_at);
grant select on operators.debits to api, console;

-- What one entry gave, and what adjustments take back of it; together never more.
create table operators.entry_debits (
  entry_seq bigint not null references ledger.entries,
  account_id bigint not null references ledger.accounts,
  asset smallint not null references ledger.assets,
  gave bigint not null,
  taken bigint not null check (taken between 0 and gave),
  primary key (entry_seq, account_id, asset)
);
grant select on operators.entry_debits to console;

-- What a customer reads of adjustments against the own account.
create view operators.announced_adjustments as
  select d.request_id, d.customer_id, d.asset, d.units, d.entry_seq, d.announced_at, d.due_at, d.status, d.ended_at, d.objection_id,
    q.payload::jsonb ->> 'line' as line, q.payload::jsonb ->> 'reasonCode' as reason_code
  from operators.debits d join operators.change_requests q on q.id = d.request_id;
grant select on operators.announced_adjustments to api;

create trigger note_objection after insert on complaints.complaints for each row when (new.kind = 'adjustment')
  execute function operators.note_objection();
