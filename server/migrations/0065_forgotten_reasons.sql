-- What somebody typed about a person is not quoted in the audit log any more, which could not forget it: once, for what stands there.
grant update on audit_log to current_user;
alter table audit_log disable trigger user;

update audit_log
set before = before - '{note,reason}'::text[],
  after = after - '{note,reason}'::text[]
where object_type in ('customer', 'member', 'order', 'refund_request', 'ticket')
  and (before ?| '{note,reason}'::text[] or after ?| '{note,reason}'::text[]);

alter table audit_log enable always trigger audit_log_append_only;
alter table audit_log enable always trigger audit_log_kept;
revoke update on audit_log from current_user;
