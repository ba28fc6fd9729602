-- Whoever bought at the counter without an address is no customer, and comes back with a name.
create index orders_by_walk_up on orders using gin (
  org_id, lower(coalesce(first_name || ' ', '') || coalesce(last_name, '')) gin_trgm_ops
) where user_id is null and sales_channel = 'boxoffice';
