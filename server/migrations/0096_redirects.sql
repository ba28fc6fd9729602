-- Payments whose buyer leaves the page: where to come back to, and until when they may hold places.
alter table payments
add column return_url text check (length(return_url) between 1 and 1000),
add column expires_at timestamptz;

-- What was chosen at the bank that the test provider plays, for sandboxes alone; a payment that nothing was chosen for has no row.
create table test_bank_payments (
  org_id bigint not null references organisations,
  -- The test provider's.
  reference text not null check (length(reference) between 1 and 255),
  -- later: the money is on its way.
  ending text not null check (ending in ('paid', 'later', 'declined', 'cancelled')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, reference)
);
