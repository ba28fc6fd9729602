-- What one order, one customer and one address may take of the stock. A publishable key stands in every shop's page: without a
-- cap, whoever reads it there could hold a whole event for nothing, again and again.

alter table prices
  -- Units in one order; null: as many as there are. Staff at the box office may sell more.
  add column max_per_order integer default 10 check (max_per_order between 1 and 10000),
  -- Units that one customer may have in all orders together; null: no cap.
  add column max_per_customer integer check (max_per_customer between 1 and 10000);

alter table events
  -- Tickets that one customer may have in all orders together; null: no cap.
  add column max_per_customer integer check (max_per_customer between 1 and 10000);

alter table organisations
  -- Places that one address may hold at once through publishable keys; null: no cap.
  add column held_places_per_address integer default 50 check (held_places_per_address between 1 and 1000000);

alter table holds
  -- Which address took the places through a publishable key: a keyed hash, since an address is somebody's. Null: a secret key or
  -- the box office, whose holds stay out of the index.
  add column address_hash text check (length(address_hash) = 22);
create index holds_by_address on holds (org_id, address_hash) where address_hash is not null;

-- A row to lock for each address that takes places, so that two processes count one after the other what it holds. What it
-- holds is in `holds`; this row says nothing else and may go at any time at which nobody has it locked.
create table holding_addresses (
  org_id bigint not null references organisations,
  address_hash text not null check (length(address_hash) = 22),
  created_at timestamptz not null default now(),
  primary key (org_id, address_hash)
) with (fillfactor = 50);
create index holding_addresses_to_purge on holding_addresses (created_at);

-- Anybody can type anybody's address at a checkout, so consent says when and by what it was last given or withdrawn: staff, an
-- import, or the order in which it was ticked. Null: never, or before this was kept.
alter table customers
  add column marketing_emails_at timestamptz,
  add column marketing_emails_source text
    check (marketing_emails_source ~ '^(staff|import|order:[0-9]{1,19})$' and length(marketing_emails_source) <= 30),
  add constraint customers_consent check (num_nonnulls(marketing_emails_at, marketing_emails_source) <> 1);
