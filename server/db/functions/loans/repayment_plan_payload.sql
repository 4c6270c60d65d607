-- What is signed of a repayment plan (`proofs/src/approval-payloads.ts`), as the hash of the whole of it.
create or replace function loans.repayment_plan_payload(p_plan loans.repayment_plans, p_order_no bigint) returns bytea
language sql stable set search_path = '' as $$
  select operators.payload_hash('loan.plan', 'loan:' || p_plan.loan_id,
    array['plan', 'orderNo', 'customer', 'principal', 'interest', 'instalments', 'preparedAt'],
    array[p_plan.id::text, p_order_no::text, p_plan.customer_id::text, round(p_plan.principal::numeric / 1000000, 6)::text,
      round(p_plan.interest::numeric / 1000000, 6)::text, loans.repayment_plan_terms(p_plan),
      round(extract(epoch from p_plan.prepared_at) * 1000)::bigint::text])
$$;
