-- Staff who sign on by the club's own provider: one for each organisation.
create table staff_providers (
  org_id bigint primary key references organisations,
  name text not null check (length(name) between 1 and 100),
  -- Compared with `iss` character by character, never normalised.
  issuer text not null check (issuer ~ '^https?://' and length(issuer) <= 500),
  client_id text not null check (length(client_id) between 1 and 255),
  -- Null: a client without a secret, which PKCE protects.
  client_secret_sealed bytea check (length(client_secret_sealed) between 30 and 1000),
  -- Addresses in these are the provider's to vouch for.
  domains text[] not null default '{}' check (cardinality(domains) <= 20),
  -- Whether people with such an address come in by the provider alone, owners excepted.
  is_enforced boolean not null default false,
  -- The claim that lists a person's groups, and which role each gives.
  role_claim text not null default 'groups' check (length(role_claim) between 1 and 100),
  group_roles jsonb not null default '[]' check (
    jsonb_typeof(group_roles) = 'array' and length(group_roles::text) <= 20000
  ),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (not is_enforced or cardinality(domains) > 0)
);

-- Who a team member is at the provider. The address may change hands there; this does not.
alter table staff_members add column issuer text check (length(issuer) between 1 and 500);
alter table staff_members add column subject text check (length(subject) between 1 and 255);
-- Whether the role is what a group gave at the last sign-on, and goes with it.
alter table staff_members add column is_role_by_group boolean not null default false;
alter table staff_members add constraint staff_members_identity check ((issuer is null) = (subject is null));
create unique index staff_members_by_identity on staff_members (org_id, issuer, subject) where issuer is not null;

-- An account that a provider vouches for belongs to one organisation and has no address of its own: whatever address the provider
-- says, nothing that is found by an address (a password, an invitation, another organisation) is theirs by it.
alter table staff_accounts alter column email_address drop not null;
alter table staff_accounts add column sign_on_org bigint;
alter table staff_accounts add column issuer text check (length(issuer) between 1 and 500);
alter table staff_accounts add column subject text check (length(subject) between 1 and 255);
-- Shown, never looked up by.
alter table staff_accounts add column said_email text check (length(said_email) <= 254);
alter table staff_accounts add constraint staff_accounts_kind check (
  (email_address is null) = (sign_on_org is not null)
  and num_nonnulls(sign_on_org, issuer, subject, said_email) in (0, 4)
);
alter table staff_accounts add constraint staff_accounts_sign_on_only check (
  sign_on_org is null or num_nonnulls(password_hash, totp_sealed, reset_hash, sign_in_hash) = 0
);
create unique index staff_accounts_by_identity on staff_accounts (sign_on_org, issuer, subject);
