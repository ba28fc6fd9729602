-- What publishable keys may do from one address is apart from what a secret key may do: a carrier, or the Wi-Fi of a ground, puts
-- thousands of buyers behind one address, and at an on-sale they all come in the same minute. What an address can take out of the
-- stock is capped by held_places_per_address.
alter table organisations
  add column address_requests_per_minute integer not null default 30000,
  add column address_requests_per_day integer not null default 600000;
alter table organisations
  add constraint organisations_address_minute check (address_requests_per_minute between 1 and 10000000);
alter table organisations
  add constraint organisations_address_day check (address_requests_per_day between 1 and 1000000000);
alter table organisations
  alter column publishable_requests_per_day set default 50000000;

-- Where somebody has raised a limit, nobody gets less than before; and what was left as it came grows with the address's day, so that
-- a few addresses still cannot use up the day of all.
update organisations
set address_requests_per_minute = greatest(address_requests_per_minute, key_requests_per_minute),
  address_requests_per_day = greatest(address_requests_per_day, key_requests_per_day),
  publishable_requests_per_day = case
    when publishable_requests_per_day = 5000000 then 50000000
    else publishable_requests_per_day
  end;
