-- Pictures that an organisation has uploaded, each in one or more widths of one content. A picture is named by the digest of its largest
-- file, so that whatever is served at an address never changes.
create table pictures (
  org_id bigint not null,
  digest text not null check (digest ~ '^[0-9a-f]{32}$'),
  width integer not null check (width between 1 and 8192),
  height integer not null check (height between 1 and 8192),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  created_at timestamptz not null default now(),
  primary key (org_id, digest, width),
  foreign key (org_id) references organisations
);
