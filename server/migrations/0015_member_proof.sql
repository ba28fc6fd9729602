-- Members-only prices: who may buy them, how many, and who has proven to be such a member.

-- Most units that one person may buy of it in all orders; null: as many as the memberships of its types that they have.
alter table prices add column max_per_member integer check (max_per_member between 1 and 10000);

-- Types that a price is for beside `prices.membership_type_id`, which is the first and says that it is for members at all.
create table price_membership_types (
  org_id bigint not null,
  price_id bigint not null,
  membership_type_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (org_id, price_id, membership_type_id),
  constraint price_membership_types_of_price foreign key (org_id, price_id) references prices,
  constraint price_membership_types_of_type foreign key (org_id, membership_type_id) references membership_types
);
create index price_membership_types_by_type on price_membership_types (org_id, membership_type_id);

-- The person that the buyer of a basket has proven to be. Whether they have a membership is asked when an order is drafted. It stays
-- with the basket's order: what a person has bought of a price is counted by it, whichever address they typed.
create table basket_proofs (
  org_id bigint not null,
  basket_id uuid not null,
  user_id bigint not null,
  -- An SSO token, a link that staff made, a mailed code, or the word of the organisation: its server's or its box office's.
  proven_by text not null check (proven_by in ('sso', 'link', 'code', 'organisation')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, basket_id),
  foreign key (org_id, basket_id) references baskets on delete cascade,
  foreign key (org_id, user_id) references customers
);
create index basket_proofs_by_user on basket_proofs (org_id, user_id);

-- A code that was mailed to prove a basket's buyer, one at a time. It names nobody: who has the address is asked again when the code
-- comes back, so that asking for a code does the same work for any address.
create table member_codes (
  org_id bigint not null,
  basket_id uuid not null,
  -- The code and the address, encrypted. A hash of six digits hides nothing from whoever can try a million.
  code_sealed bytea not null check (length(code_sealed) between 32 and 2048),
  -- Raised by the statement that looks at the code, before it is compared: parallel guesses all count.
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (org_id, basket_id),
  foreign key (org_id, basket_id) references baskets on delete cascade
);
create index member_codes_to_purge on member_codes (expires_at);
