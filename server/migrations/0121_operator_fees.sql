-- What whoever runs the service takes of each payment that an organisation's fans make online.
alter table organisations
-- Of the amount, in thousandths of a per cent: 1500 is 1.5 %.
add column operator_fee_thousandths integer not null default 0 check (operator_fee_thousandths between 0 and 50000),
-- On top of that, of each payment in the organisation's own currency.
add column operator_fee_fixed_minor bigint not null default 0 check (operator_fee_fixed_minor between 0 and 1000000);

-- As it was when the payment was drafted; null: none.
alter table payments
add column operator_fee_minor bigint check (operator_fee_minor between 1 and amount_minor);
