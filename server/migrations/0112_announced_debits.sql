-- For when a debit of it was announced to the fan; null: it was not. None is submitted before that time.
alter table debts add column debit_announced_for timestamptz;
