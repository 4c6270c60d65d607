-- Pages, questions and answers, and notices as operators write them. The first texts ship in files; a shipped text is shown until
-- operators publish one over it. Every published text is a row that never changes, with the SHA-256 of its body
-- (docs/decisions/119-content-in-versions.md). Nothing here holds a figure of the home page.

grant usage on schema content to api, console;

-- What has texts: pages and answers that ship come in when operators first write over them, notices when they are begun.
create table content.items (
  slug text primary key check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  kind text not null check (kind in ('page', 'faq', 'notice')),
  -- Published by operators, a legal text takes two of them.
  is_legal boolean not null check (not is_legal or kind = 'page'),
  created_at timestamptz(3) not null
);
create trigger added_only before update or delete or truncate on content.items
  for each statement execute function kernel.refuse_change();
grant select on content.items to api, console;
grant insert on content.items to console;

-- How a notice is shown. Its texts are versions; these change at once, with a line in the operators' record.
create table content.notices (
  slug text primary key references content.items,
  -- 1 of the platform, 3 new features and changes of parameters.
  type smallint not null check (type in (1, 3)),
  category text not null check (category in ('system', 'product', 'maintenance', 'legal', 'params', 'faq-topic')),
  pinned boolean not null,
  popup boolean not null,
  navbar boolean not null,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) check (end_at > start_at),
  -- {countries, languages, mode, loggedIn}, as protocol/content.ts shapes it.
  audience jsonb not null check (jsonb_typeof(audience) = 'object' and length(audience::text) < 4000),
  revision integer not null default 1
);
grant select on content.notices to api, console;
grant insert, update on content.notices to console;

-- Questions and answers that operators began: where they belong. Of one that ships there is a row once it was retired.
create table content.answers (
  slug text primary key references content.items,
  category text not null check (length(category) between 3 and 20),
  screen text check (screen ~ '^/[a-z0-9/-]{0,60}$'),
  is_retired boolean not null default false,
  created_at timestamptz(3) not null
);
grant select on content.answers to api, console;
grant insert, update (is_retired) on content.answers to console;

-- Published texts, one row a version and language; numbers of operators' versions rise from the shipped one.
create table content.versions (
  slug text not null references content.items,
  lang text not null check (lang in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'ar', 'hk', 'es', 'pt')),
  version integer not null check (version > 0),
  origin text not null check (origin in ('shipped', 'operator')),
  title text not null check (length(title) between 1 and 120),
  keywords text not null check (length(keywords) <= 300),
  summary text not null check (length(summary) <= 300),
  body text not null check (length(body) between 1 and 60000),
  hash text not null check (hash = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
  -- The version this is a translation of; both null in a text that was written first.
  source_lang text check (source_lang in ('en', 'zh') and source_lang <> lang),
  source_version integer,
  -- Of what shipped when this was published, so that a later release that ships another text is seen.
  shipped_hash text,
  published_at timestamptz(3) not null,
  written_by uuid references operators.operators,
  approved_by uuid references operators.operators check (approved_by <> written_by),
  primary key (slug, lang, version),
  check ((source_lang is null) = (source_version is null)),
  check ((origin = 'operator') = (written_by is not null))
);
create trigger guarded before insert on content.versions for each row execute function content.guard_version();
create trigger added_only before update or delete or truncate on content.versions
  for each statement execute function kernel.refuse_change();
grant select on content.versions to api, console;
grant insert on content.versions to console;

-- What operators are writing: one draft an item and language. `revision` rises with each save, so that who saves, publishes
-- or approves names the revision they saw; `base_version` is the published text it was written over.
create table content.drafts (
  slug text not null references content.items,
  lang text not null check (lang in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'ar', 'hk', 'es', 'pt')),
  revision integer not null check (revision > 0),
  status text not null check (status in ('DRAFT', 'REVIEW', 'SCHEDULED')),
  title text not null check (length(title) <= 120),
  keywords text not null check (length(keywords) <= 300),
  summary text not null check (length(summary) <= 300),
  body text not null check (length(body) <= 60000),
  source_lang text check (source_lang in ('en', 'zh') and source_lang <> lang),
  source_version integer,
  base_version integer not null check (base_version >= 0),
  shipped_hash text,
  publish_at timestamptz(3),
  written_by uuid not null references operators.operators,
  approved_by uuid references operators.operators check (approved_by <> written_by),
  saved_at timestamptz(3) not null,
  primary key (slug, lang),
  check ((source_lang is null) = (source_version is null)),
  check (status <> 'SCHEDULED' or publish_at is not null)
);
create index drafts_due on content.drafts (publish_at) where status = 'SCHEDULED';
grant select, insert, update, delete on content.drafts to console;

-- "Still correct?" under an answer: one vote a person and version. `voter` is a keyed hash, of a customer's id or of a guest's
-- address and browser, which identifies no person.
create table content.feedback (
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  version integer not null check (version > 0),
  voter bytea not null check (length(voter) = 32),
  lang text not null check (lang in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'ar', 'hk', 'es', 'pt')),
  is_helpful boolean not null,
  remark text check (length(remark) between 1 and 500),
  at timestamptz(3) not null,
  primary key (slug, version, voter)
);
create index feedback_by_time on content.feedback (at desc);
grant select, insert, update on content.feedback to api;
grant select on content.feedback to console;

-- Who read which version of a notice, by the same keyed hash.
create table content.reads (
  slug text not null references content.items,
  version integer not null check (version > 0),
  reader bytea not null check (length(reader) = 32),
  at timestamptz(3) not null,
  primary key (slug, version, reader)
);
create index reads_of_a_reader on content.reads (reader);
grant select, insert on content.reads to api;
grant select on content.reads to console;

-- Rises with whatever changes what is published; every process compares it with what it holds in memory.
create table content.revision (
  is_only boolean primary key default true check (is_only),
  revision bigint not null default 0
);
insert into content.revision default values;
create trigger published after insert on content.versions for each statement execute function content.raise_revision();
create trigger published after insert or update on content.answers
  for each statement execute function content.raise_revision();
create trigger published after insert or update on content.notices
  for each statement execute function content.raise_revision();
grant select on content.revision to api, console;
