-- When it was written, as every table says it; accepted_at is the organisation's own time.
alter table terms_consents add column created_at timestamptz not null default now();
