-- How a seat map is drawn for people who choose their seats. Where the sections have no layout, one is computed.

-- Counts the changes of what is drawn, so that whoever has drawn a map knows whether it is still the same.
alter table seat_maps add column drawing_revision integer not null default 0;

-- In the units of the drawing: a seat is about one wide. x and y are the middle of the front row, rotation turns the section, in
-- degrees, curve is the radius of the front row's arc, or 0 where rows are straight.
alter table seat_sections add column layout_x double precision;
alter table seat_sections add column layout_y double precision;
alter table seat_sections add column layout_rotation double precision;
alter table seat_sections add column layout_curve double precision;
alter table seat_sections add column layout_row_pitch double precision;
alter table seat_sections add column layout_seat_pitch double precision;
alter table seat_sections add constraint seat_sections_layout_whole check (
  num_nulls(layout_x, layout_y, layout_rotation, layout_curve, layout_row_pitch, layout_seat_pitch) in (0, 6)
);
alter table seat_sections add constraint seat_sections_layout_bounds check (
  layout_x between -100000 and 100000
  and layout_y between -100000 and 100000
  and layout_rotation between -360 and 360
  and layout_curve between 0 and 100000
  and layout_row_pitch between 0.1 and 100
  and layout_seat_pitch between 0.1 and 100
);

-- The sum of 1 accessible, 2 companion, 4 restricted view, 8 aisle.
alter table seats add column flags smallint not null default 0;
alter table seats add constraint seats_flags check (flags between 0 and 15);

-- What is free at an event is read every second while a crowd looks on: the few blocked seats of a map, and those of its members.
create index seats_blocked on seats (org_id, seat_map_id, seat_id) where seat_status = 'blocked';
create index members_season_seats on members (org_id, membership_seat_id)
  where membership_seat_id is not null and membership_member_status_id <> 3;
