-- An account at the payment provider is one organisation's: whoever could name another's would be paid for it, or have it refunded.
-- Until now any text could be set. A sandbox has no use for one, and of several organisations with the same the oldest keeps it; the
-- others are not paid online until the operator has looked.
update organisations o
set payment_account_id = null
where o.payment_account_id is not null
  and (
    o.mode = 'test'
    or exists (
      select 1
      from organisations older
      where older.payment_account_id = o.payment_account_id
        and older.mode = 'live'
        and older.org_id < o.org_id
    )
  );

-- Over all organisations on purpose, so it carries no org_id.
create unique index organisations_by_payment_account on organisations (payment_account_id)
  where payment_account_id is not null;

-- The way of an organisation to an account of its own: under which key the account was asked for, which one came back, and the mark
-- that its browser must bring from the provider's pages, once.
create table payment_account_onboardings (
  org_id bigint primary key references organisations,
  idempotency_key uuid not null default gen_random_uuid(),
  payment_account_id text check (length(payment_account_id) between 1 and 100),
  state_hash bytea not null check (length(state_hash) = 32),
  state_expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
