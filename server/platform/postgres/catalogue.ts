import type { Db } from './database.ts'
import type { Fragment } from './sql.ts'

/* What the catalogue says of a table, which the query has as `c` from pg_class. */

/** The columns that rows are stored with, in their order; what the database computes by itself is left to it. */
export const storedColumns = (sql: Db): Fragment => sql`
  array(
    select a.attname::text
    from pg_attribute a
    where a.attrelid = c.oid
      and a.attnum > 0
      and not a.attisdropped
      and a.attgenerated = ''
    order by a.attnum
  )`

/** The tables that its foreign keys lead to, but for itself. */
export const referredTables = (sql: Db): Fragment => sql`
  array(
    select distinct r.relname::text
    from pg_constraint f
    join pg_class r on r.oid = f.confrelid
    where f.conrelid = c.oid
      and f.contype = 'f'
      and f.confrelid <> c.oid
  )`
