-- What an endpoint may be sent, and whether somebody is there.

-- The read scopes of the key that chose its types: a message is sent to an endpoint only if its type belongs to one of them.
-- Endpoints that are there keep what they had, and so do those that a process of the version before still makes: all of it.
alter table webhook_endpoints
  add column scopes text[] not null
    default array['orders:read', 'scans:read', 'members:read', 'customers:read', 'events:read', 'webhooks:read']
    check (cardinality(scopes) between 1 and 100);

-- An endpoint is proven by the first 2xx to a ping. Until then nothing else is sent to it, and nothing is written down for it either:
-- `waiting_after` is the number of the last message that was not for it, and what came since is sent once it is proven. A changed
-- address is unproven again. Endpoints that are there are taken for proven, and so are those that a process of the version before makes.
alter table webhook_endpoints
  add column proven_at timestamptz default now(),
  add column waiting_after bigint check (waiting_after >= 0),
  add check ((proven_at is null) = (waiting_after is not null));

-- Messages that an endpoint is to be sent beside those that come: asked for by hand, or held back until it was proven. A worker puts
-- them into its queue a block at a time, and goes on when there is room: a million messages never are a million rows that wait.
create table webhook_replays (
  org_id bigint not null,
  webhook_endpoint_id bigint not null,
  cause text not null check (cause in ('by_request', 'proven')),
  -- From behind the one to the other, by sequence. The first moves on with each block.
  after_sequence bigint not null check (after_sequence >= 0),
  through_sequence bigint not null check (through_sequence > 0),
  -- And within this time, strictly.
  since timestamptz,
  until timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, webhook_endpoint_id, cause),
  foreign key (org_id, webhook_endpoint_id) references webhook_endpoints
);

-- The code that a device was enrolled with last, hashed: it enrols nobody any more, and lets its device ask once more for an answer
-- that was lost, while the answer is kept.
alter table devices
  add column used_code_hash bytea check (length(used_code_hash) = 32);
create unique index devices_by_used_code on devices (org_id, used_code_hash) where used_code_hash is not null;
