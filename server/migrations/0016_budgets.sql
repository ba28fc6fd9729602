-- What one kind of key uses up, another does not: a stranger has the publishable key of every shop's page, and must not be able to
-- shut the gates with it. requests_per_day is shared by secret keys alone; publishable keys share a day of their own; a gate key
-- shares none.
alter table organisations
  add column publishable_requests_per_day integer not null default 5000000
    check (publishable_requests_per_day between 1 and 1000000000),
  add column gate_key_requests_per_minute integer not null default 3000
    check (gate_key_requests_per_minute between 1 and 10000000),
  add column gate_key_requests_per_day integer not null default 300000
    check (gate_key_requests_per_day between 1 and 1000000000);

-- Where somebody has raised a limit, nobody gets less than before.
update organisations
set publishable_requests_per_day = greatest(publishable_requests_per_day, requests_per_day),
  gate_key_requests_per_minute = greatest(gate_key_requests_per_minute, key_requests_per_minute),
  gate_key_requests_per_day = greatest(gate_key_requests_per_day, key_requests_per_day);
