-- A line of a bank statement that is a payout of the payment provider: it pays for nothing, and its money is in the books as the payout.
alter table bank_lines
add column payout_id bigint,
-- By amount and day; a person decides.
add column suggested_payout_id bigint,
add constraint bank_lines_of_payout foreign key (org_id, payout_id) references payouts,
add constraint bank_lines_payout_aside check (payout_id is null or line_status = 'set_aside');
-- A payout comes once.
create unique index bank_lines_payout_once on bank_lines (org_id, payout_id) where payout_id is not null;
-- Lines that may be a payout that is heard of later.
create index bank_lines_maybe_payouts on bank_lines (org_id, amount_minor, booked_on)
where payout_id is null and reason in ('no_reference', 'unknown_payout', 'outgoing');
create index payouts_by_amount on payouts (org_id, amount_minor, arrives_on);
