-- By the link of a debt its fan pays it, or says where what the club owes is to go. Raised, the links before open nothing any more.
alter table debts add column link_version integer not null default 0;
alter table debts add constraint debts_link_version check (link_version >= 0);
