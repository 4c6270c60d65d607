-- How many persons a credit by hand needs: by what the highest of claimed amount, credited amount and the amount that the
-- chain shows comes to, two above what the operator may credit alone (may_credit_alone) or where there is no fresh price; always
-- two where claim and credit differ, for what is on hold, and for what an operator recorded, since no customer requested it.
-- Of what the chain shows the operator's other credits take nothing away.
create or replace function wallet.approvals_needed(p_deposit wallet.deposits, p_amount bigint, p_price bigint, p_alone bigint)
returns integer language plpgsql stable set search_path = '' as $$
declare
  v_seen bigint := (select s.amount from wallet.seen_of(p_deposit.id) s);
  v_highest numeric := greatest(p_deposit.amount, p_amount, v_seen);
  v_usdt numeric := ceil(v_highest * wallet.checked_price(p_deposit.asset, p_price)
    / 10::numeric ^ ledger.asset_scale(p_deposit.asset));
begin
  return case when p_amount <> p_deposit.amount or p_deposit.status = 'ON_HOLD_AML' or p_deposit.source = 'OPERATOR'
    or v_usdt is null or v_usdt > case when v_seen is null then p_alone else wallet.max_by_one_person() end then 2 else 1 end;
end $$;
