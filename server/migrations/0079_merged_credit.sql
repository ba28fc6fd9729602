-- The credit of a customer who turned out to be another one: what comes back to it later goes to that one's.
alter table credit_accounts add column merged_into_id bigint;
alter table credit_accounts add constraint credit_accounts_merged_into foreign key (org_id, merged_into_id) references credit_accounts;
alter table credit_accounts add constraint credit_accounts_merged_empty check (merged_into_id is null or balance_minor = 0);
create index credit_accounts_by_merged on credit_accounts (org_id, merged_into_id) where merged_into_id is not null;

-- Which entry of credit came of a refund stands on the entry.
alter table refunds drop column to_credit;
