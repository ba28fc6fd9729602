-- What fans read, in other languages than the organisation's own: {"de": {"title": "…"}}. Null: in none.
alter table events add column translations jsonb;
alter table events add constraint events_translations check (
  jsonb_typeof(translations) = 'object' and length(translations::text) <= 131072
);
alter table prices add column translations jsonb;
alter table prices add constraint prices_translations check (
  jsonb_typeof(translations) = 'object' and length(translations::text) <= 16384
);
alter table price_categories add column translations jsonb;
alter table price_categories add constraint price_categories_translations check (
  jsonb_typeof(translations) = 'object' and length(translations::text) <= 16384
);
alter table questions add column translations jsonb;
alter table questions add constraint questions_translations check (
  jsonb_typeof(translations) = 'object' and length(translations::text) <= 131072
);
