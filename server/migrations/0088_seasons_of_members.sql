-- Where today's members with seats go: one season for each map, with the events that let them in.

alter table membership_types add constraint membership_types_season_fkey foreign key (org_id, season_id) references seasons;
alter table seat_claims add constraint seat_claims_season_fkey foreign key (org_id, season_id) references seasons;

insert into seasons (org_id, seat_map_id, title, first_day, last_day)
select d.org_id, d.seat_map_id, 'Season', d.first_day, greatest(d.first_day, d.last_day)
from (
  select m.org_id, s.seat_map_id, min((m.created_at at time zone o.timezone)::date) as first_day,
    coalesce(
      max((least(m.expires, '9999-12-30') at time zone o.timezone)::date) filter (where m.expires is not null),
      make_date(extract(year from now())::integer + 1, 12, 31)
    ) as last_day
  from members m
  join seats s on s.org_id = m.org_id and s.seat_id = m.membership_seat_id
  join organisations o on o.org_id = m.org_id
  where m.membership_member_status_id <> 3
  group by m.org_id, s.seat_map_id
) d;

-- Two members of one seat cannot be: the index that refused it was there until the migration before this one.
insert into season_seats (org_id, season_id, seat_id, membership_member_id, created_at, changed_at)
select m.org_id, n.season_id, s.seat_id, min(m.membership_member_id), min(m.created_at), min(m.changed_at)
from members m
join seats s on s.org_id = m.org_id and s.seat_id = m.membership_seat_id
join seasons n on n.org_id = s.org_id and n.seat_map_id = s.seat_map_id
where m.membership_member_status_id <> 3
group by m.org_id, n.season_id, s.seat_id;

-- A type names the season that most of its members with seats are in.
update membership_types t
set season_id = d.season_id
from (
  select distinct on (org_id, membership_type_id) org_id, membership_type_id, season_id
  from (
    select m.org_id, m.membership_type_id, z.season_id, count(*) as members
    from season_seats z
    join members m on m.org_id = z.org_id and m.membership_member_id = z.membership_member_id
    where m.membership_type_id is not null
    group by m.org_id, m.membership_type_id, z.season_id
  ) counted
  order by org_id, membership_type_id, members desc, season_id
) d
where t.org_id = d.org_id
  and t.membership_type_id = d.membership_type_id;

-- Events that let members of the map in, in the season's days or to come.
insert into season_events (org_id, season_id, event_id)
select n.org_id, n.season_id, e.event_id
from seasons n
join organisations o on o.org_id = n.org_id
join events e on e.org_id = n.org_id
where (e.membership_seat_map_id = n.seat_map_id or e.membership_seat_map_id is null)
  and e.event_status_id in (0, 1)
  and (
    (e.starts_at at time zone o.timezone)::date between n.first_day and n.last_day
    or coalesce(e.ends_at, e.starts_at + interval '24 hours') > now()
  );

-- No program has written a claim of a member by itself.
delete from seat_claims
where membership_member_id is not null;
alter table seat_claims drop constraint seat_claims_one_claimant;
alter table seat_claims add constraint seat_claims_one_claimant check (num_nonnulls(basket_item_id, ticket_id, season_id) = 1);
alter table seat_claims drop constraint seat_claims_check1;
alter table seat_claims add constraint seat_claims_expiry check (expires_at is null or ticket_id is null);

insert into seat_claims (org_id, event_id, seat_id, season_id)
select z.org_id, v.event_id, z.seat_id, z.season_id
from season_seats z
join season_events v on v.org_id = z.org_id and v.season_id = z.season_id
join events e on e.org_id = v.org_id and e.event_id = v.event_id
where coalesce(e.ends_at, e.starts_at + interval '24 hours') > now()
on conflict do nothing;

-- A seat that was sold all the same stays with its buyer.
insert into season_seat_gaps (org_id, season_id, seat_id, event_id)
select z.org_id, z.season_id, z.seat_id, c.event_id
from season_seats z
join season_events v on v.org_id = z.org_id and v.season_id = z.season_id
join events e on e.org_id = v.org_id and e.event_id = v.event_id
join seat_claims c on c.org_id = z.org_id and c.event_id = v.event_id and c.seat_id = z.seat_id
where coalesce(e.ends_at, e.starts_at + interval '24 hours') > now()
  and c.season_id is distinct from z.season_id;

-- A pool that has room for them beside its capacity had left them out: it grows by them. Else they were counted in.
update price_categories c
set season = d.claims,
  capacity = least(10000000, case
    when c.capacity + d.claims <= d.seats then c.capacity + d.claims
    else greatest(c.capacity, c.sold + c.held + d.claims)
  end)
from (
  select n.org_id, n.price_category_id, count(*) filter (where s.seat_status <> 'archived') as seats, count(a.season_id) as claims
  from price_category_sections n
  join seats s on s.org_id = n.org_id and s.seat_map_id = n.seat_map_id and s.seat_section_id = n.seat_section_id
  left join seat_claims a on a.org_id = n.org_id and a.event_id = n.event_id and a.seat_id = s.seat_id
  group by n.org_id, n.price_category_id
) d
where c.org_id = d.org_id
  and c.price_category_id = d.price_category_id
  and d.claims > 0;
