-- Nobody read a code: a steward found whoever it was by name or order.
alter table scans add column by_search boolean not null default false;

-- Wrong supervisor's codes that a scanner sent, and when the last: after a few it has to wait.
alter table devices add column wrong_codes integer not null default 0;
alter table devices add constraint devices_wrong_codes check (wrong_codes >= 0);
alter table devices add column wrong_code_at timestamptz;
