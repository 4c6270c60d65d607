-- The check does not apply to the owner's own tools, but to the role of the console and of the command.
create or replace function markets.must_be_decided() returns trigger language plpgsql set search_path = '' as $$
declare
  v_before text := coalesce(
    (select l.state from markets.listings l where l.code = new.code order by l.seq desc limit 1), 'listed');
begin
  if current_user <> 'console' then return new; end if;
  if 'delisted' in (new.state, v_before) then
    if not exists (select from operators.change_requests q
      where q.id = new.request_id and q.kind = 'instrument.listing' and q.status = 'APPROVED' and q.decided_by <> q.proposed_by
        and q.payload::jsonb ->> 'instrument' = new.code and q.payload::jsonb ->> 'state' = new.state
        and q.payload::jsonb ->> 'reasonCode' = new.reason and coalesce(q.payload::jsonb ->> 'note', '') = coalesce(new.note, ''))
    then
      raise exception 'delisting and listing again takes two operators' using errcode = 'insufficient_privilege';
    end if;
  elsif not operators.has_role(new.operator_id, array['risk']) then
    raise exception 'an operator of role risk suspends an instrument' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
