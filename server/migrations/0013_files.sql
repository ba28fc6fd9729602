-- What files for accountants need.

-- What an organisation's accountant calls the accounts of our books, and whom a file for DATEV is for. No row: nothing
-- was said.
create table accounting_settings (
  org_id bigint primary key references organisations,
  -- [{"account", "tax_percentage", "code", "tax_key"}]
  accounts jsonb not null check (jsonb_typeof(accounts) = 'array' and length(accounts::text) <= 100000),
  -- {"consultant_number", "client_number", "account_length", "fiscal_year_month"}
  datev jsonb check (jsonb_typeof(datev) = 'object' and length(datev::text) <= 1000),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
