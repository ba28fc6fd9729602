-- A season may follow another: the seats of its holders are kept for them in the new one until a time that staff choose.
alter table seasons add column follows_season_id bigint;
alter table seasons add column seats_kept_until timestamptz;
alter table seasons
  add constraint seasons_follows_fkey foreign key (org_id, follows_season_id) references seasons;
alter table seasons add constraint seasons_follows_another check (follows_season_id <> season_id);
alter table seasons
  add constraint seasons_kept_until check ((follows_season_id is null) = (seats_kept_until is null));
create index seasons_by_followed on seasons (org_id, follows_season_id) where follows_season_id is not null;

-- A kept seat is a season seat that expires, with claims as any other has them. It stays kept while its holder has it in a basket, and
-- goes back to being kept where the basket is given up.
alter table season_seats add column kept_for_member_id bigint;
alter table season_seats add column kept_until timestamptz;
alter table season_seats
  add constraint season_seats_kept_for_fkey foreign key (org_id, kept_for_member_id) references members;
alter table season_seats drop constraint season_seats_one_claimant;
alter table season_seats add constraint season_seats_one_claimant check (
  num_nonnulls(membership_member_id, basket_item_id) = 1
  or (num_nonnulls(membership_member_id, basket_item_id) = 0 and kept_for_member_id is not null)
);
alter table season_seats add constraint season_seats_kept check ((kept_for_member_id is null) = (kept_until is null));
alter table season_seats
  add constraint season_seats_kept_or_sold check (kept_for_member_id is null or membership_member_id is null);
alter table season_seats drop constraint season_seats_expiry;
alter table season_seats add constraint season_seats_expiry check (expires_at is null or membership_member_id is null);
-- No basket shortens it, and without one it ends when it is no longer kept.
alter table season_seats add constraint season_seats_kept_expiry check (
  kept_for_member_id is null
  or (basket_item_id is null and expires_at is not null and expires_at = kept_until)
  or (basket_item_id is not null and (expires_at is null or expires_at >= kept_until))
);
-- A member has one seat of a season kept.
create unique index season_seats_kept_once on season_seats (org_id, season_id, kept_for_member_id)
where kept_for_member_id is not null;
create index season_seats_kept_for on season_seats (org_id, kept_for_member_id) where kept_for_member_id is not null;
-- What the worker tidies away, over all organisations.
create index season_seats_kept_until on season_seats (kept_until)
where kept_for_member_id is not null and basket_item_id is null;

-- Whether the claim is that of a kept seat: a map tells it from one in a basket.
alter table seat_claims add column is_kept boolean not null default false;
alter table seat_claims add constraint seat_claims_kept check (not is_kept or season_id is not null);

-- Holders of the season before whose seat is not kept: they have declined it, or it cannot be had in the new season.
create table season_keeps (
  org_id bigint not null,
  season_id bigint not null,
  membership_member_id bigint not null,
  keep_state text not null check (keep_state in ('declined', 'lost')),
  -- Of the season before.
  from_seat_id bigint not null,
  -- Why it is lost.
  reason text check (reason in ('not_on_map', 'taken')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, season_id, membership_member_id),
  foreign key (org_id, season_id) references seasons,
  foreign key (org_id, membership_member_id) references members,
  foreign key (org_id, from_seat_id) references seats,
  constraint season_keeps_reason check ((keep_state = 'lost') = (reason is not null))
);
create index season_keeps_by_member on season_keeps (org_id, membership_member_id);
create index season_keeps_by_seat on season_keeps (org_id, from_seat_id);
