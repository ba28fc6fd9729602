-- What an endpoint may be sent, and whether somebody is there.

-- The read scopes of the key that chose its types: a message is sent to an endpoint only if its type belongs to one of them.
-- Endpoints that are there keep what they had, and so do those that a process of the version before still makes: all of it.
alter table webhook_endpoints
  add column scopes text[] not null
    default array['orders:read', 'scans:read', 'members:read', 'customers:read', 'events:read', 'webhooks:read']
    check (cardinality(scopes) between 1 and 100);

-- The code that a device was enrolled with last, hashed: it enrols nobody any more, and lets its device ask once more for an answer
-- that was lost, while the answer is kept.
alter table devices
  add column used_code_hash bytea check (length(used_code_hash) = 32);
create unique index devices_by_used_code on devices (org_id, used_code_hash) where used_code_hash is not null;
