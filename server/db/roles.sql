-- The roles of this database; each domain's files grant what each of them needs and no more. A cluster's databases
-- share them, so they may exist already.
do $roles$
declare wanted text;
begin
  foreach wanted in array array['api', 'feed', 'console', 'payout', 'chain'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to current_user', wanted);
  end loop;
end $roles$;

-- Each role signs in by itself, where the installation lets it, and so cannot become what it is not. An administrator who
-- created the roles without giving the owner the right to change them manages them alone.
do $sign_in$
declare wanted text;
begin
  for wanted in select rolname from pg_catalog.pg_roles
    where rolname in ('api', 'feed', 'console', 'payout', 'chain') and not rolcanlogin
  loop
    execute format('alter role %I login', wanted);
  end loop;
exception when insufficient_privilege then null;
end $sign_in$;

revoke all on schema public from public;
-- A function is called by the roles that its file names, and by no other.
alter default privileges revoke execute on functions from public;
