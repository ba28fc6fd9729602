-- What an organisation's passes for phones are signed with; the private keys are sealed. A wallet whose columns are null is not offered.
create table wallet_settings (
  org_id bigint not null references organisations,
  -- Both are in the certificate too; here they are found without reading it.
  apple_pass_type_id text check (length(apple_pass_type_id) between 1 and 200),
  apple_team_id text check (length(apple_team_id) between 1 and 50),
  apple_certificate text check (length(apple_certificate) between 1 and 10000),
  apple_wwdr_certificate text check (length(apple_wwdr_certificate) between 1 and 10000),
  apple_private_key_encrypted bytea check (length(apple_private_key_encrypted) between 32 and 10240),
  google_issuer_id text check (google_issuer_id ~ '^[0-9]{1,30}$'),
  google_service_account text check (length(google_service_account) between 3 and 254),
  google_private_key_encrypted bytea check (length(google_private_key_encrypted) between 32 and 10240),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id),
  constraint wallet_settings_apple_whole check (
    num_nonnulls(
      apple_pass_type_id, apple_team_id, apple_certificate, apple_wwdr_certificate, apple_private_key_encrypted
    ) in (0, 5)
  ),
  constraint wallet_settings_google_whole check (
    num_nonnulls(google_issuer_id, google_service_account, google_private_key_encrypted) in (0, 3)
  )
);
