-- Hosts at which an organisation's shop is, as the payment provider knows them: wallets such as Apple Pay are shown at no other.
create table payment_domains (
  org_id bigint not null references organisations,
  host text not null check (length(host) between 4 and 253),
  -- The account at the provider with which it is registered.
  payment_account_id text not null check (length(payment_account_id) between 1 and 100),
  provider_reference text check (length(provider_reference) between 1 and 255),
  domain_status text not null default 'waiting' check (domain_status in ('waiting', 'registered', 'failed')),
  -- The wallets that are shown there.
  ready_wallets text[] not null default '{}' check (ready_wallets <@ array['apple_pay', 'google_pay', 'link']),
  -- What the provider says of it, or of the other wallets.
  problem text check (length(problem) between 1 and 500),
  -- Failures, one after the other.
  attempts integer not null default 0 check (attempts >= 0),
  -- When the provider is asked next; whoever asks moves it.
  due_at timestamptz not null,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, host),
  constraint payment_domains_registered_has_reference check (domain_status <> 'registered' or provider_reference is not null)
);
create index payment_domains_due on payment_domains (due_at);
