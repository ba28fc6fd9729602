-- Passes that phones hold, and up to which change of ticket and event they have been told. Apple's are registered by each phone;
-- Google keeps its own, so one row stands for all, without a phone.
create table wallet_passes (
  org_id bigint not null,
  ticket_id bigint not null,
  wallet text not null check (wallet in ('apple', 'google')),
  device_library_id text not null default '' check (length(device_library_id) <= 200),
  push_token text check (length(push_token) between 1 and 200),
  told_at timestamptz not null,
  -- Not before: after a failure, or an answer that never came.
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, ticket_id, wallet, device_library_id),
  foreign key (org_id, ticket_id) references tickets,
  constraint wallet_passes_pushed_to check ((wallet = 'apple') = (push_token is not null)),
  constraint wallet_passes_registered_by check ((wallet = 'apple') = (device_library_id <> ''))
);
-- What one phone holds.
create index wallet_passes_by_device on wallet_passes (org_id, device_library_id) where wallet = 'apple';
-- Which organisations may have something to tell.
create index wallet_passes_by_due_at on wallet_passes (org_id, due_at);
