-- How to find a gate, in the words of whoever sends people there: to the left, past the club shop.
alter table gates add column directions text;
alter table gates add constraint gates_directions check (length(directions) between 1 and 200);

-- Whose price it is, where a steward has to look twice, and at what: under 16, a student card.
alter table prices add column concession text;
alter table prices add constraint prices_concession check (concession in ('child', 'concession'));
alter table prices add column gate_check text;
alter table prices add constraint prices_gate_check check (length(gate_check) between 1 and 100);
