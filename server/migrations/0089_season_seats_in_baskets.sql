-- A season seat is bought with its membership: the basket's item says which, and holds it in every event of the season.
alter table basket_memberships add column season_id bigint;
alter table basket_memberships add column seat_id bigint;
alter table basket_memberships
  add constraint basket_memberships_season_fkey foreign key (org_id, season_id) references seasons;
alter table basket_memberships
  add constraint basket_memberships_seat_fkey foreign key (org_id, seat_id) references seats;
alter table basket_memberships
  add constraint basket_memberships_seat_of_season check (seat_id is null or season_id is not null);
create index basket_memberships_by_season on basket_memberships (org_id, season_id) where season_id is not null;
create index basket_memberships_by_seat on basket_memberships (org_id, seat_id) where seat_id is not null;
alter table season_seats
  add constraint season_seats_basket_fkey foreign key (org_id, basket_id, basket_item_id) references basket_memberships;
