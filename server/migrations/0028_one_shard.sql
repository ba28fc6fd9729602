-- How often the barcode that is let through may be: it comes with the row that a scan wants to write, so that the upsert decides by
-- what it has at hand. Null in rows that were last written without it.

alter table ticket_admissions add column scanning_flag integer;
alter table member_admissions add column scanning_flag integer;

-- A move is of one organisation. And where an organisation is has to be known before anything else of it, on every node of a cluster:
-- a table with something unique among all organisations is on all of them.
create unique index organisation_moves_by_move on organisation_moves (move_id);
