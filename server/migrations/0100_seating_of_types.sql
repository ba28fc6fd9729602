-- Whether members of a type that is of a season with a map have a seat, and in which sections; none named: in any.
alter table membership_types
  add column seating text not null default 'optional' check (seating in ('none', 'optional', 'required')),
  add column seat_section_ids bigint[] not null default '{}' check (cardinality(seat_section_ids) <= 200);
