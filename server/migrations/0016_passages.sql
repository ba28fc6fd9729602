-- A turnstile reports of a scan that was let through whether the person walked through, and how many followed them
-- without a scan of their own. The first report of a scan counts. A scan that was not walked through is taken back in
-- the log, in the same transaction.
create table scan_passages (
  org_id bigint not null,
  scan_id bigint not null,
  event_id bigint not null,
  gate_id bigint not null,
  -- Which reported it.
  device_id bigint not null,
  passage text not null,
  followers integer not null default 0,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, scan_id),
  foreign key (org_id, scan_id) references scans,
  foreign key (org_id, event_id) references events,
  foreign key (org_id, gate_id) references gates,
  foreign key (org_id, device_id) references devices,
  constraint scan_passages_passage check (passage in ('passed', 'not_passed')),
  constraint scan_passages_followers check (followers between 0 and 99)
);
-- The people who followed others, by gate.
create index scan_passages_by_event on scan_passages (org_id, event_id, gate_id) include (followers);
create index scan_passages_by_gate on scan_passages (org_id, gate_id);
create index scan_passages_by_device on scan_passages (org_id, device_id);
