-- The hash of a product's terms, written as in proofs/plans/terms.
create or replace function plans.terms_hash(p_id uuid, p_days integer, p_daily_ppm integer, p_penalty_ppm integer, p_cooling_hours integer)
returns bytea language sql immutable set search_path = '' as $$
  select sha256(convert_to(format('l6;t15:evenhand.plan.1t36:%si%s;i%s;i%s;i%s;', p_id, p_days, p_daily_ppm, p_penalty_ppm,
    p_cooling_hours), 'UTF8'))
$$;
