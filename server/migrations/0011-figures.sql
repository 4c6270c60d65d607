-- The figures that anyone may read, as the statements that were signed. Added to, never changed: what was said once can be
-- held against what is said now.
create table books.figures (
  at bigint primary key,
  -- {v, origin, at, figures: [{name, value, asOf, formula, query, sqlHash}], keyId, signature}
  statement jsonb not null
);

-- Every statement of SQL that a figure was ever counted with, by its SHA-256, which is what was signed.
create table books.figure_queries (
  hash bytea primary key check (length(hash) = 32),
  sql text not null,
  first_at bigint not null
);

create trigger added_only before update or delete or truncate on books.figures for each statement execute function books.refuse_change();
create trigger added_only before update or delete or truncate on books.figure_queries for each statement execute function books.refuse_change();

grant select on books.figures, books.figure_queries to api, console;
grant insert on books.figures, books.figure_queries to api;
