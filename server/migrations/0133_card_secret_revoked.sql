-- Since when the links to a member's card are others: an order that was confirmed before opens the card no more.
alter table members add column secret_revoked_at timestamptz;

update members
set secret_revoked_at = changed_at
where secret_version > 0;
