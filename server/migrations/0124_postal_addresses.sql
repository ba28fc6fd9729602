-- Where a customer lives, in the words and bounds that members have had.
alter table customers
  add column company_name text check (length(company_name) <= 200),
  add column address text check (length(address) <= 200),
  add column address2 text check (length(address2) <= 200),
  add column suburb text check (length(suburb) <= 100),
  add column state text check (length(state) <= 100),
  -- ISO 3166-1 numeric.
  add column country_id integer check (country_id between 1 and 999),
  drop constraint customers_erased,
  add constraint customers_erased check (
    erased_at is null or num_nonnulls(
      first_name, last_name, email_address, mobile_number, company_name, address, address2, suburb, state, postcode, country_id
    ) = 0
  );
