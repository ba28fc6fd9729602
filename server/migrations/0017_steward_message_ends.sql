-- A message to stewards is shown until a time that its author chose, or until it is recalled.
alter table steward_messages
  add column ends_at timestamptz,
  add column recalled_at timestamptz;
