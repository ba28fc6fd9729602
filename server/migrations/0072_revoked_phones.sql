-- A supervisor signs in on a steward's phone: such a session is for the scanner's page alone.
alter table staff_sessions add column surface text;
alter table staff_sessions add constraint staff_sessions_surface check (surface in ('scan'));

-- Whose gate key it had before, while scans that were made with it may still come; and that nothing of it is to be taken any more.
alter table devices add column former_key_id bigint;
alter table devices add foreign key (org_id, former_key_id) references api_keys;
create index devices_by_former_key on devices (org_id, former_key_id) where former_key_id is not null;
alter table devices add column lost boolean not null default false;
