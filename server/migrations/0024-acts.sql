-- The record of what operators did. It is only ever added to; each act becomes a record of the log, and a customer may read
-- who looked at him or changed something of his.

-- Every act of an operator, in the order of commits and without a gap; each becomes a record of the log. Times are epoch
-- milliseconds and `before` and `after` are JSON as it was written, because all of it is hashed.
create table operators.acts (
  seq bigint primary key check (seq > 0),
  at bigint not null,
  -- Null: the command on the machine itself.
  operator_id uuid references operators.operators,
  operator_name text not null check (length(operator_name) between 1 and 80),
  roles text[] not null,
  act text not null check (act ~ '^[a-z][A-Za-z.]{2,59}$'),
  subject text not null check (length(subject) between 1 and 120),
  customer_id uuid references accounts.customers,
  reason text not null check (length(reason) between 1 and 500),
  before text check (length(before) <= 20000),
  after text check (length(after) <= 20000)
);
create index acts_by_customer on operators.acts (customer_id, seq) where customer_id is not null;
create index acts_by_subject on operators.acts (subject, seq);

create function operators.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record of operators is added to, never changed' using errcode = 'restrict_violation';
end $$;
create trigger added_only before update or delete or truncate on operators.acts
  for each statement execute function operators.refuse_change();

-- The only way into the record. It takes the next number under a lock that lasts to the end of the transaction, so that
-- numbers stand in the order of commits and a rolled-back act leaves no gap.
create function operators.record_act(
  p_at bigint, p_operator uuid, p_name text, p_roles text[], p_act text, p_subject text, p_customer uuid, p_reason text,
  p_before text, p_after text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_seq bigint;
begin
  lock table operators.acts in share row exclusive mode;
  select coalesce(max(a.seq), 0) + 1 into v_seq from operators.acts a;
  insert into operators.acts (seq, at, operator_id, operator_name, roles, act, subject, customer_id, reason, before, after)
  values (v_seq, p_at, p_operator, p_name, p_roles, p_act, p_subject, p_customer, p_reason, p_before, p_after);
  return v_seq;
end $$;

-- No key comes without its line in the record. A software authenticator of a sandbox stands for no page and signs for
-- nobody's money: it comes and goes with its folder.
create function operators.note_passkey() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform operators.record_act((extract(epoch from new.recorded_at) * 1000)::bigint, new.operator_id, o.name,
    array(select r.role from operators.roles r where r.operator_id = o.id order by r.role), 'operator.passkey',
    'operator:' || o.id, null, 'a passkey came', null,
    jsonb_build_object('credentialId', translate(encode(new.credential_id, 'base64'), E'+/=\n', '-_'), 'page', new.origin)::text)
  from operators.operators o where o.id = new.operator_id;
  return null;
end $$;
create trigger noted after insert on operators.passkeys for each row when (new.origin is not null)
  execute function operators.note_passkey();

-- What a customer may know of who looked at or changed his account: the role, never the person.
create view operators.acts_on_customers as
  select seq, at, roles, act, reason, customer_id from operators.acts where customer_id is not null;

revoke all on all functions in schema operators from public;
grant execute on function operators.record_act to console;
grant select on operators.acts, operators.acts_on_customers to console, api;

insert into books.types values (4, 'acts', 'an act of an operator: who, what, to whom, why, before and after');
