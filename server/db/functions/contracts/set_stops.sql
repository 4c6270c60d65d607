-- Sets stop loss and take profit of positions and of orders that wait, and the close-out price of the position then. An item
-- each: {"account", "id", "stopLoss", "takeProfit", "closeOut"}.
create or replace function contracts.set_stops(p_changed jsonb) returns void
language sql security definer set search_path = '' as $$
  with given as (
    select * from jsonb_to_recordset(p_changed) g(account bigint, id uuid, "stopLoss" bigint, "takeProfit" bigint, "closeOut" bigint)),
  positions as (
    update contracts.positions p set stop_loss = g."stopLoss", take_profit = g."takeProfit", close_out = g."closeOut"
    from given g where p.account_id = g.account and p.id = g.id)
  update contracts.orders o set stop_loss = g."stopLoss", take_profit = g."takeProfit"
  from given g where o.account_id = g.account and o.id = g.id
$$;
grant execute on function contracts.set_stops to api;
