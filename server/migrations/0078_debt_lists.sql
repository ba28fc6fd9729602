-- What staff look for among very many debts: all that the club owes, what of it is open, and what is open of a kind.
create index debts_of_club on debts (org_id, due_at, debt_id) where owed_by = 'club';
create index debts_open_of_club on debts (org_id, due_at, debt_id) where owed_by = 'club' and closed_at is null;
create index debts_open_by_kind on debts (org_id, kind, due_at, debt_id) where closed_at is null;
