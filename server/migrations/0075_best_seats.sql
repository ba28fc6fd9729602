-- Which seats of a stand are its best: in front, as in a theatre, or in the middle and a little up, as at a football ground.
alter table seat_sections add column best_seats text not null default 'front';
alter table seat_sections add constraint seat_sections_best_seats check (best_seats in ('front', 'middle'));
