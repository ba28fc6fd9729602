-- The installation: what all organisations and processes share.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Append-only tables refuse changes by a trigger, because a superuser, which the embedded database's program is, has
-- every right.
create function refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception '% is append-only: rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- What all processes of one installation share and none may get wrong. The fingerprint is a salt and a hash of it,
-- keyed by GRANDSTAND_SECRET: it tells whether a process has the right secret, and nothing of the secret itself.
create table installation (
  only_row boolean default true primary key check (only_row),
  secret_fingerprint text not null check (length(secret_fingerprint) between 20 and 100),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

-- Which of several cells this database is: each gives ids of a range of its own (platform/postgres/cell.ts), so that an
-- organisation can move from one to another with all its rows as they are. One row. A database without a setting is
-- cell 0.
create table cell (
  only_one boolean default true primary key check (only_one),
  cell_number integer not null default 0 check (cell_number between 0 and 255),
  -- Where its API is, as its own processes say: callers that come to the wrong cell are sent there.
  address text check (address ~ '^https?://' and length(address) <= 2000),
  created_at timestamptz not null default now()
);
insert into cell default values;

-- The nodes of a cluster give ids of blocks that no other node ever has: how many of them each sequence has given away
-- (platform/postgres/id-blocks.ts).
create table id_blocks (
  sequence_name text primary key check (length(sequence_name) between 1 and 63),
  blocks_given integer not null check (blocks_given > 0),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
