-- What a scanner says of itself beyond its battery, so that whoever supervises sees what its steward sees. Scans that the service does not
-- take, and for how long the queue has not become shorter.
alter table devices add column scans_aside integer;
alter table devices add constraint devices_aside check (scans_aside between 0 and 1000000);
alter table devices add column waiting_seconds integer;
alter table devices add constraint devices_waiting_seconds check (waiting_seconds between 0 and 31536000);
-- When its list of tickets was made, how full its disk is, and where it stands.
alter table devices add column list_as_of timestamptz;
alter table devices add column storage_percent smallint;
alter table devices add constraint devices_storage check (storage_percent between 0 and 100);
alter table devices add column reported_gate_id bigint;
alter table devices add foreign key (org_id, reported_gate_id) references gates;
create index devices_by_reported_gate on devices (org_id, reported_gate_id) where reported_gate_id is not null;
