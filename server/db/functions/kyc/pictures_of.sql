-- Every picture of a form.
create or replace function kyc.pictures_of(p_form kyc.identifications) returns uuid[] language sql immutable set search_path = '' as $$
  select array_remove(array[p_form.front_file_id, p_form.back_file_id, p_form.holding_file_id], null)
    || array(select f.value::uuid from jsonb_each_text(p_form.further) f)
$$;
