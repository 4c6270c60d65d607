-- A second person's confirmation that a prepared payment reached the charity, with its proof; the sum leaves the charity's
-- account through custody in the same step. Outcomes: `done` · `state`: not prepared · `same`: who prepared it · `unsigned`.
create or replace function collectibles.confirm_payout(
  p_id uuid, p_operator uuid, p_assertion jsonb, p_reference text, p_receipt_no text, p_receipt_hash bytea, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payout collectibles.payouts;
  v_account bigint;
  v_custody bigint;
  v_entry bigint;
begin
  select * into v_payout from collectibles.payouts p where p.id = p_id for update;
  if not found or v_payout.status <> 'PREPARED' then return 'state'; end if;
  if v_payout.prepared_by = p_operator then return 'same'; end if;
  if operators.is_over(p_operator, p_assertion, collectibles.payout_payload(v_payout, p_reference, p_receipt_no, p_receipt_hash),
    array['finance2']) is distinct from true then return 'unsigned'; end if;
  select c.account_id into v_account from collectibles.charities c where c.id = v_payout.charity_id;
  v_custody := ledger.custody_of(1::smallint);
  perform ledger.fill_custody(v_custody, 1::smallint, v_payout.amount, p_id, p_at);
  v_entry := ledger.post('charity.payout', p_id, array[v_account, v_custody], array[1, 1]::smallint[],
    array[-v_payout.amount, v_payout.amount], p_at);
  update collectibles.payouts p set status = 'PAID', confirmed_by = p_operator, confirmed_name = operators.name_of(p_operator),
    confirmed_assertion = p_assertion, paid_at = p_at, reference = p_reference, receipt_no = p_receipt_no,
    receipt_hash = p_receipt_hash, custody = v_custody, entry = v_entry
  where p.id = p_id;
  return 'done';
end $$;
grant execute on function collectibles.confirm_payout to console;
