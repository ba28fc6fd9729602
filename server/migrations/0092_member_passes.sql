-- Members' cards that phones hold, and up to which change of the member they have been told, as `wallet_passes` has it for tickets.
create table member_passes (
  org_id bigint not null,
  membership_member_id bigint not null,
  wallet text not null check (wallet in ('apple', 'google')),
  device_library_id text not null default '' check (length(device_library_id) <= 200),
  push_token text check (length(push_token) between 1 and 200),
  told_at timestamptz not null,
  -- Not before: after a failure, or an answer that never came.
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, membership_member_id, wallet, device_library_id),
  foreign key (org_id, membership_member_id) references members,
  constraint member_passes_pushed_to check ((wallet = 'apple') = (push_token is not null)),
  constraint member_passes_registered_by check ((wallet = 'apple') = (device_library_id <> ''))
);
-- What one phone holds.
create index member_passes_by_device on member_passes (org_id, device_library_id) where wallet = 'apple';
-- Which organisations may have something to tell.
create index member_passes_by_due_at on member_passes (org_id, due_at);
