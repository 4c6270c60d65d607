-- Sign-in with Google or Apple.

-- Another provider's statement of who a customer is. Issuer and subject are the identity: an e-mail address may change hands.
create table auth.identities (
  issuer text not null check (length(issuer) between 1 and 255),
  subject text not null check (length(subject) between 1 and 255),
  provider text not null check (provider in ('google', 'apple')),
  customer_id uuid not null references accounts.customers,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (customer_id, issuer)
);
create trigger identities_noted after insert or delete on auth.identities
  for each row execute function auth.note_identities();
grant select, insert, delete on auth.identities to api;

-- Mailboxes and identities that are or were a customer's, as hashes, also once they were changed or unlinked: what two accounts
-- have in common suggests that one person may have both (docs/decisions/117). No customer signs in by them.
create table auth.known_ways (
  customer_id uuid not null references accounts.customers,
  kind text not null check (kind in ('MAILBOX', 'IDENTITY')),
  way bytea not null check (length(way) = 32),
  primary key (customer_id, kind, way)
);
grant select on auth.known_ways to api;
create trigger emails_noted after insert or update of email on accounts.customers
  for each row execute function auth.note_email();

-- What a provider has vouched for and our side must still add to: the proof of an existing account (link), what a
-- registration declares (register), or a second factor (signIn). The token is in the browser alone.
create table auth.social_tickets (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null check (purpose in ('link', 'register', 'signIn')),
  issuer text not null,
  subject text not null,
  provider text not null,
  email text not null check (length(email) <= 254),
  customer_id uuid references accounts.customers,
  invite_code text check (length(invite_code) <= 32),
  tries_left smallint not null check (tries_left between 0 and 5),
  expires_at timestamptz not null,
  check ((purpose = 'register') = (customer_id is null))
);
create index social_tickets_by_end on auth.social_tickets (expires_at);
grant select, insert, update, delete on auth.social_tickets to api;

-- OAuth states that came back, until they would have expired anyway: each is valid once.
create table auth.social_states (
  state_hash bytea primary key check (length(state_hash) = 32),
  expires_at timestamptz not null
);
create index social_states_by_end on auth.social_states (expires_at);
grant select, insert, delete on auth.social_states to api;
