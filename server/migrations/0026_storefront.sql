-- What a shop's page shows besides titles and prices.
alter table organisations
  add column accent_color text,
  -- What publishable keys are told of the places that are left: how many, only that few are, or only whether any are.
  add column places_left_shown text not null default 'few',
  -- As many, or fewer, are few.
  add column few_places_left integer not null default 20;
alter table organisations
  add constraint organisations_accent_color check (accent_color ~ '^#[0-9a-fA-F]{6}$');
alter table organisations
  add constraint organisations_places_left_shown check (places_left_shown in ('number', 'few', 'none'));
alter table organisations
  add constraint organisations_few_places_left check (few_places_left between 1 and 1000000);

alter table events
  add column description text,
  add column images text[] not null default '{}';
alter table events
  add constraint events_description check (length(description) between 1 and 10000);
alter table events
  add constraint events_images check (cardinality(images) <= 20 and array_position(images, null) is null and length(array_to_string(images, ' ')) <= 40100);
