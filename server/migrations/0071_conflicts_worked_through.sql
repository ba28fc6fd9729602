-- Who held the scanner, in their own words, so that whoever settles a conflict knows whom to ask.
alter table scans add column steward text;
alter table scans add constraint scans_steward check (length(steward) between 1 and 60);
alter table devices add column steward text;
alter table devices add constraint devices_steward check (length(steward) between 1 and 60);

-- What came of a conflict, in one of the words that stewards have for it; null where somebody wrote it out.
alter table scan_conflicts add column outcome text;
alter table scan_conflicts add constraint scan_conflicts_outcome
  check (outcome in ('went_out', 'passed_on', 'wrong_person'));
