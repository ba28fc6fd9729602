-- An organisation that moves to another cell takes its audit log along, and what it leaves behind is removed: the one reason for which a
-- row of the log goes. The owner gets the right back, and every row asks whether its organisation is on its way or has gone; so the log
-- stays append-only for the program, for an operator at the console of the database, and for a superuser.
grant delete on audit_log to current_user;

create function refuse_delete_unless_moved() returns trigger
language plpgsql
as $$
begin
  if exists (
    select 1
    from organisation_moves
    where org_id = old.org_id
      and move_state in ('arriving', 'moved')
  ) then
    return old;
  end if;
  raise exception '% is append-only: rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end
$$;

drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only
before update or truncate on audit_log
for each statement execute function refuse_change();
create trigger audit_log_kept
before delete on audit_log
for each row execute function refuse_delete_unless_moved();

-- A move loads rows as a replica does, which switches triggers off: not these.
alter table audit_log enable always trigger audit_log_append_only;
alter table audit_log enable always trigger audit_log_kept;
