-- Means of payment that are given up here are taken off the provider too. Null: nothing is left to do there, or they are still in use.
alter table payment_means add column release_at timestamptz;
create index payment_means_to_release on payment_means (release_at) where release_at is not null;

-- Of people who were erased, and whose means have stayed with the provider until now.
update payment_means
set release_at = '-infinity'
where means_status = 'given_up';
