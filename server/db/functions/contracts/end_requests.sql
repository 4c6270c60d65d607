-- Writes the outcome of requests. An item each: {"id", "outcome", "result"}.
create or replace function contracts.end_requests(p_ended jsonb) returns void
language sql security definer set search_path = '' as $$
  update contracts.requests r set outcome = g.outcome, result_id = g.result
  from jsonb_to_recordset(p_ended) g(id uuid, outcome text, result uuid)
  where r.id = g.id and r.outcome is null
$$;
grant execute on function contracts.end_requests to api;
