-- What all processes of one installation share and none may get wrong. The fingerprint is a salt and a hash of it, keyed by
-- GRANDSTAND_SECRET: it tells whether a process has the right secret, and nothing of the secret itself.
create table installation (
  only_row boolean primary key default true check (only_row),
  secret_fingerprint text not null check (length(secret_fingerprint) between 20 and 100),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
