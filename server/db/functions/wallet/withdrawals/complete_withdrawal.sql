-- The chain has it: net leaves through the custody of its chain, the fee is the house's. What that custody has not
-- received is the house's own coins, or coins that customers brought over another chain; they are moved there first. Loan
-- money goes back to the house's capital, which pays the same sum of USDT.
create or replace function wallet.complete_withdrawal(p_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_row wallet.withdrawals;
  v_custody bigint;
  v_revenue bigint := ledger.account_named('revenue:withdraw');
begin
  update wallet.withdrawals w set status = 'COMPLETED', moved_at = p_at, completed_at = p_at, waits_for = null
  where w.id = p_id and w.status = 'BROADCAST' returning * into v_row;
  if not found then return false; end if;
  v_custody := ledger.account_named('custody:' || v_row.chain);
  -- The house's rows first and in the order of their accounts, as every entry locks them.
  if v_row.asset = 3 then
    perform ledger.lock_origin(ledger.account_named('house:capital'), array[1, 3]::smallint[]);
    perform ledger.lock_balance(v_revenue, 1::smallint);
    perform ledger.capture_lent(p_id, v_row.net, v_custody, 'withdrawal', p_at);
    if v_row.fee > 0 then perform ledger.capture_lent(p_id, v_row.fee, v_revenue, 'withdrawal.fee', p_at); end if;
  else
    perform ledger.fill_custody(v_custody, v_row.asset, v_row.net, p_id, p_at);
    perform ledger.lock_balance(v_revenue, v_row.asset);
    perform ledger.capture(p_id, v_row.net, v_custody, 'withdrawal', p_at);
    if v_row.fee > 0 then perform ledger.capture(p_id, v_row.fee, v_revenue, 'withdrawal.fee', p_at); end if;
  end if;
  update wallet.addresses a set last_used_at = p_at where a.id = v_row.address_id;
  return true;
end $$;
grant execute on function wallet.complete_withdrawal to payout;
