-- What is signed of a loan (`proofs/src/approval-payloads.ts`), as the hash of the whole of it.
create or replace function loans.payload(p_loan loans.loans) returns bytea
language sql stable set search_path = '' as $$
  select operators.payload_hash('loan.approve', 'loan:' || p_loan.id,
    array['orderNo', 'customer', 'amount', 'days', 'freeDays', 'dailyPpm', 'agreementHash', 'signedAt'],
    array[p_loan.order_no::text, p_loan.customer_id::text, round(p_loan.amount::numeric / 1000000, 6)::text, p_loan.days::text,
      p_loan.free_days::text, p_loan.daily_ppm::text, encode(p_loan.agreement_hash, 'hex'),
      round(extract(epoch from p_loan.signed_at) * 1000)::bigint::text])
$$;
