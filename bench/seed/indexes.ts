import type { Db } from '../../server/platform/postgres/database.ts'

/**
 * Takes keys, indexes and foreign keys off the tables that are about to be filled, and remembers them. Building an index over a
 * million rows at once takes a fraction of what adding to it a million times does, and so does checking a foreign key.
 */
export async function dropIndexes(sql: Db): Promise<void> {
  await sql`
    create table bench_kept (
      nth integer generated always as identity,
      definition text not null
    )`
  await sql`
    do $$
    declare
      kept record;
      filled constant text[] := array[
        'customers', 'members', 'orders', 'order_lines', 'tickets', 'scans', 'ticket_admissions', 'payments', 'refunds', 'audit_log',
        'mails', 'webhook_messages', 'webhook_deliveries', 'webhook_attempts', 'debts', 'settlements',
        'scan_conflicts'
      ];
    begin
      create temp table bench_constraints on commit drop as
      select c.conrelid::regclass::text as of_table, c.conname as name, c.contype, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c
      where c.contype in ('p', 'u', 'f')
        and (
          c.conrelid::regclass::text = any (filled)
          or c.contype = 'f' and c.confrelid::regclass::text = any (filled)
        );
      for kept in
        select of_table, name, definition
        from bench_constraints
        order by contype <> 'f', of_table, name
      loop
        execute format('alter table %s drop constraint %I', kept.of_table, kept.name);
      end loop;
      create temp table bench_indexes on commit drop as
      select indexname as name, indexdef as definition
      from pg_indexes
      where schemaname = 'public'
        and tablename = any (filled);
      for kept in select name from bench_indexes loop
        execute format('drop index %I', kept.name);
      end loop;
      insert into bench_kept (definition)
      select format('alter table %s add constraint %I %s', of_table, name, definition)
      from bench_constraints
      where contype in ('p', 'u')
      order by of_table, contype, name;
      insert into bench_kept (definition)
      select definition
      from bench_indexes;
      insert into bench_kept (definition)
      select format('alter table %s add constraint %I %s', of_table, name, definition)
      from bench_constraints
      where contype = 'f'
      order by of_table, name;
    end
    $$`
}

/** Puts everything back, unique keys before the foreign keys that lean on them; what is wrong in the rows fails here. */
export async function restoreIndexes(sql: Db): Promise<void> {
  await sql`
    do $$
    declare
      kept record;
    begin
      perform set_config('maintenance_work_mem', '512MB', true);
      for kept in
        select definition
        from bench_kept
        order by nth
      loop
        execute kept.definition;
      end loop;
    end
    $$`
  await sql`drop table bench_kept`
}

/** Ids were given by hand: the next one that the database draws must come after them. */
export async function advanceIdentities(sql: Db): Promise<void> {
  await sql`
    do $$
    declare
      owned record;
      last bigint;
    begin
      for owned in
        select table_name, column_name
        from information_schema.columns
        where table_schema = 'public'
          and is_identity = 'YES'
      loop
        execute format('select max(%I) from %I', owned.column_name, owned.table_name) into last;
        if last is not null then
          perform setval(pg_get_serial_sequence(owned.table_name, owned.column_name), last);
        end if;
      end loop;
    end
    $$`
}
