-- What a member's card is opened by is sealed and not stored. It names a version, which staff raise to revoke every link given out before.
alter table members add column secret_version integer not null default 0;
