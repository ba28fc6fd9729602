-- Terms, privacy and so on of an organisation, an address or a text by language: {"de": {"text": "…"}}. A change is a new version, and
-- the one that somebody has agreed to stays readable. No languages: it is shown no more.
create table legal_pages (
  org_id bigint not null,
  kind text not null check (kind in ('terms', 'privacy', 'imprint', 'refunds', 'contact')),
  version integer not null check (version > 0),
  pages jsonb not null check (jsonb_typeof(pages) = 'object' and length(pages::text) <= 524288),
  created_at timestamptz not null default now(),
  primary key (org_id, kind, version),
  foreign key (org_id) references organisations
);

-- Whether a buyer online has to agree to the terms.
alter table organisations add column terms_consent boolean not null default false;

-- What a buyer has agreed to, and when.
create table terms_consents (
  org_id bigint not null,
  order_id bigint not null,
  kind text not null default 'terms' check (kind = 'terms'),
  version integer not null,
  language text check (length(language) between 2 and 35),
  accepted_at timestamptz not null,
  primary key (org_id, order_id),
  foreign key (org_id, order_id) references orders,
  foreign key (org_id, kind, version) references legal_pages
);
create index terms_consents_by_version on terms_consents (org_id, kind, version);
