-- Live or sandbox is what an organisation is, for ever; until now only its keys said so. One that a program before this one creates
-- is live, since a live organisation that cannot be paid does less harm than a sandbox that gives tickets away.
alter table organisations
  add column mode text not null default 'live' check (mode in ('live', 'test'));

-- A scanner's key tells nothing: enrolling made only live ones.
update organisations o
set mode = 'test'
where exists (
    select 1
    from api_keys k
    where k.org_id = o.org_id
      and k.kind <> 'gk'
      and k.mode = 'test'
  )
  and not exists (
    select 1
    from api_keys k
    where k.org_id = o.org_id
      and k.kind <> 'gk'
      and k.mode = 'live'
  );

-- Keys of the other mode that are there already go on working; what they can do is what the organisation is, and now they say so.
update api_keys k
set mode = o.mode
from organisations o
where o.org_id = k.org_id
  and o.mode <> k.mode;

-- A key is of its organisation's mode, and an organisation that has keys cannot change its own.
alter table organisations add constraint organisations_mode unique (org_id, mode);
alter table api_keys
  add constraint api_keys_mode foreign key (org_id, mode) references organisations (org_id, mode);
create index api_keys_by_mode on api_keys (org_id, mode);
