-- The processes of this installation that run, each as it says itself every few seconds: whether a worker is among them, and of which
-- version, is seen from any of them. One that was killed leaves its row, which is deleted a day later.
create table processes (
  process_id uuid primary key default gen_random_uuid(),
  role text not null check (role in ('all', 'api', 'worker')),
  version text not null check (length(version) between 1 and 64),
  host text not null check (length(host) between 1 and 255),
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
