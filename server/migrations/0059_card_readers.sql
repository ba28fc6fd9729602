-- Whether the box office takes cards on readers of the payment account, which not every organisation has.
alter table organisations add column card_readers boolean not null default false;
