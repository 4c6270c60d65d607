-- Creates a collectible of a work, or changes the sale of a draft; an unsold one becomes a draft again. Outcomes: `done` ·
-- `work`: none, or another's · `charity`: none · `state`: neither draft nor unsold.
create or replace function collectibles.save_draft(
  p_id uuid, p_work text, p_charity uuid, p_mode text, p_start_price bigint, p_price bigint, p_by text, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
begin
  if not exists (select from collectibles.charities c where c.id = p_charity) then return 'charity'; end if;
  select i.status into v_status from collectibles.items i where i.id = p_id for no key update;
  if not found then
    if not exists (select from collectibles.works w where w.id = p_work) then return 'work'; end if;
    insert into collectibles.items (id, work_id, charity_id, sale_mode, start_price, price, last_at, created_by, created_at)
    values (p_id, p_work, p_charity, p_mode, p_start_price, p_price, p_at, p_by, p_at) on conflict (work_id) do nothing;
    return case when found then 'done' else 'work' end;
  end if;
  if v_status not in ('DRAFT', 'UNSOLD') then return 'state'; end if;
  update collectibles.items i set status = 'DRAFT', charity_id = p_charity, sale_mode = p_mode, start_price = p_start_price,
    price = p_price, start_at = null, end_at = null, extended_count = 0, bidders = 0
  where i.id = p_id;
  return 'done';
end $$;
grant execute on function collectibles.save_draft to console;
