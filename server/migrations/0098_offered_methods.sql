-- Which ways to pay an organisation offers: what its account at the provider has, less what staff switched off.
alter table organisations
add column payment_methods_off text[] not null default '{}' check (cardinality(payment_methods_off) <= 50),
-- As the provider said last; null: it has not been asked yet, and cards alone are offered.
add column account_methods text[] check (cardinality(account_methods) <= 50);

-- What the buyer could choose from, with spaces between: the provider takes nothing else for this payment. Null: it was not asked so.
alter table payments
add column allowed_methods text check (length(allowed_methods) between 1 and 500);
