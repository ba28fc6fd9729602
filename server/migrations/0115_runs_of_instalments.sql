-- What staff do with many instalments at once.
alter table runs drop constraint runs_object_type_check;
alter table runs add constraint runs_object_type_check check (object_type in ('orders', 'customers', 'members', 'instalments'));
