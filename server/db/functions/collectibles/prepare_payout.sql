-- Prepares the payment of everything that a charity waits for: every price and royalty that is in no payment yet. Outcomes: `done` ·
-- `charity`: none · `open`: another is prepared · `amount`: not what waits, which is returned · `unsigned`.
create or replace function collectibles.prepare_payout(
  p_id uuid, p_charity uuid, p_amount bigint, p_destination text, p_operator uuid, p_assertion jsonb, p_at timestamptz,
  out outcome text, out payable bigint)
language plpgsql security definer set search_path = '' as $$
declare
  v_payout collectibles.payouts;
begin
  perform 1 from collectibles.charities c where c.id = p_charity for no key update;
  if not found then outcome := 'charity'; return; end if;
  if exists (select from collectibles.payouts p where p.charity_id = p_charity and p.status = 'PREPARED') then
    outcome := 'open'; return;
  end if;
  perform 1 from collectibles.sales s where s.charity_id = p_charity and s.payout_id is null order by s.item_id for no key update;
  perform 1 from collectibles.resales r where r.charity_id = p_charity and r.payout_id is null order by r.item_id, r.no for no key update;
  payable := (select coalesce(sum(w.donated), 0) from collectibles.ownerships w where w.charity_id = p_charity and w.payout_id is null);
  if payable <> p_amount or payable = 0 then outcome := 'amount'; return; end if;
  v_payout.id := p_id; v_payout.charity_id := p_charity; v_payout.amount := p_amount; v_payout.destination := p_destination;
  if operators.is_over(p_operator, p_assertion, collectibles.payout_payload(v_payout, null, null, null), array['charity', 'finance1'])
    is distinct from true then outcome := 'unsigned'; return; end if;
  insert into collectibles.payouts (id, charity_id, amount, destination, prepared_by, prepared_name, prepared_assertion, prepared_at)
  values (p_id, p_charity, p_amount, p_destination, p_operator, operators.name_of(p_operator), p_assertion, p_at);
  update collectibles.sales s set payout_id = p_id where s.charity_id = p_charity and s.payout_id is null;
  update collectibles.resales r set payout_id = p_id where r.charity_id = p_charity and r.payout_id is null;
  outcome := 'done';
end $$;
grant execute on function collectibles.prepare_payout to console;
