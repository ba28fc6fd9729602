-- A second factor of sign-in: six digits of an app, or a recovery code. And a link that signs in once, which the program itself hands out.
alter table staff_accounts add column totp_sealed bytea;
alter table staff_accounts add constraint staff_accounts_totp_size check (length(totp_sealed) between 20 and 500);
-- Null until its owner has shown by a code that the app has it.
alter table staff_accounts add column totp_confirmed_at timestamptz;
-- The last period whose code was taken: none is taken twice.
alter table staff_accounts add column totp_step bigint;
alter table staff_accounts add column sign_in_hash bytea;
alter table staff_accounts add constraint staff_accounts_sign_in_size check (length(sign_in_hash) = 32);
alter table staff_accounts add column sign_in_expires_at timestamptz;
create unique index staff_accounts_by_sign_in on staff_accounts (sign_in_hash) where sign_in_hash is not null;

-- A code that was used is gone.
create table staff_recovery_codes (
  account_id bigint not null references staff_accounts,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (account_id, code_hash)
);
