-- Payments that ended here without the provider's word, which is asked for until it comes.

alter table payments add column watched boolean not null default false;

create index payments_watched on payments (changed_at) where watched;
