-- What is signed of a payment to a charity (`proofs/src/approval-payloads.ts`), as the hash of the whole of it; without a
-- receipt, what the one who prepares signs.
create or replace function collectibles.payout_payload(
  p_payout collectibles.payouts, p_reference text, p_receipt_no text, p_receipt_hash bytea) returns bytea
language sql stable set search_path = '' as $$
  select operators.payload_hash(
    case when p_reference is null then 'charity.payout.prepare' else 'charity.payout.confirm' end,
    'charityPayout:' || p_payout.id,
    array['charity', 'amount', 'destination']
      || case when p_reference is null then '{}' else array['reference', 'receiptNo', 'receiptHash'] end,
    array[p_payout.charity_id::text, round(p_payout.amount::numeric / 1000000, 6)::text, p_payout.destination]
      || case when p_reference is null then '{}' else array[p_reference, p_receipt_no, encode(p_receipt_hash, 'hex')] end)
$$;
