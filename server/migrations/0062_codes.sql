-- What opens a gate or an order is shown to whoever has a scope for it. Keys and endpoints that could read a code before still can.
update api_keys
set scopes = scopes || '{codes:read}'::text[]
where kind = 'sk'
  and scopes && '{orders:read,scans:read,orders:manage,refunds:manage,box_office:manage,gates:manage,search:manage,manage}'::text[]
  and not scopes && '{codes:read}'::text[];

update api_keys
set scopes = scopes || '{cards:read}'::text[]
where kind = 'sk'
  and scopes && '{members:read,members:write,members:manage}'::text[]
  and not scopes && '{codes:read,cards:read}'::text[];

update webhook_endpoints
set scopes = scopes || '{codes:read,cards:read}'::text[]
where scopes && '{orders:read,scans:read}'::text[]
  and not scopes && '{codes:read}'::text[];

update webhook_endpoints
set scopes = scopes || '{cards:read}'::text[]
where scopes && '{members:read}'::text[]
  and not scopes && '{cards:read}'::text[];

alter table webhook_endpoints
  alter column scopes set default array[
    'orders:read', 'scans:read', 'members:read', 'customers:read', 'events:read', 'webhooks:read', 'codes:read', 'cards:read'
  ];
