-- Legal holds on customers.

-- Legal holds: the order of a court or an authority under which nothing leaves a customer's account. Two operators sign its
-- reference, its document and the day on which it is to be checked again. Only a hold that the customer is notified of moves
-- his status to LEGAL_HOLD. The role api, which serves customers, cannot read this table: what it does not know, no response,
-- code, export or screen of a customer can reveal.
create table accounts.legal_holds (
  -- The request that two have signed.
  request_id uuid primary key references operators.change_requests,
  customer_id uuid not null references accounts.customers,
  reference text not null check (length(reference) between 3 and 120),
  tell boolean not null,
  file_id uuid not null references files.files,
  review_on date not null,
  laid_at timestamptz not null,
  lifted_by uuid references operators.change_requests,
  lifted_at timestamptz,
  check ((lifted_by is null) = (lifted_at is null)),
  check (review_on > (laid_at at time zone 'UTC')::date and review_on <= (laid_at at time zone 'UTC')::date + 366)
);
create unique index legal_holds_in_force on accounts.legal_holds (customer_id) where lifted_at is null;
create trigger lifted_only before update or delete on accounts.legal_holds
  for each row execute function accounts.keep_legal_hold();
create index legal_holds_of_customer_by_time on accounts.legal_holds (customer_id, laid_at desc, request_id desc);
grant select on accounts.legal_holds to console;
