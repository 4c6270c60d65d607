-- What a customer may read of what operators did: their notes about him, and the line of a correction of his balance. Who
-- of them it was is told to nobody here.
grant select (id, customer_id, at, text) on operators.notes to api;

create view operators.adjustment_lines as
  select q.id, q.payload::jsonb ->> 'line' as line, q.payload::jsonb ->> 'reasonCode' as reason_code
  from operators.change_requests q where q.kind = 'adjustment' and q.status = 'APPLIED';
grant select on operators.adjustment_lines to api;
