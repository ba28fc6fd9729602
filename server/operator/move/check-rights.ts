import type { Sql } from '../../platform/postgres/database.ts'
import type { MovedTable } from './moved-tables.ts'
import { MoveError } from './verify-copy.ts'

/** What a move asks of a table: at the cell that it leaves, noting changes and cleaning up; at the other, loading and beginning anew. */
const TABLE_RIGHTS = { leaves: 'SELECT, DELETE, TRIGGER', arrives: 'SELECT, INSERT, DELETE' }

type Lack = { lack: string; remedy: string }

/**
 * Every right that the move and its clean-up will need, asked of the catalogue before anything is copied: what is refused half way
 * leaves an organisation on its way.
 */
export async function requireRights(
  sql: Sql,
  which: string,
  tables: MovedTable[],
  end: keyof typeof TABLE_RIGHTS,
): Promise<void> {
  const lacks = await sql<Lack[]>`
    with wanted as (
      select name, right_name
      from unnest(${tables.map(({ name }) => name)}::text[]) as t (name)
      cross join regexp_split_to_table(${TABLE_RIGHTS[end]}, ', ') as r (right_name)
      union all
      select name, right_name
      from unnest(array['organisation_moves', 'organisation_changes']) as t (name)
      cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as r (right_name)
    )
    select lower(right_name) || ' on ' || name as lack, 'grant ' || lower(right_name) || ' on ' || name as remedy
    from wanted
    where not has_table_privilege('public.' || quote_ident(name), right_name)
    union all
    select 'create in the schema public', 'grant create on schema public'
    where not has_schema_privilege('public', 'CREATE')
    union all
    select 'temporary tables', 'grant temporary on database ' || quote_ident(current_database())
    where not has_database_privilege(current_database(), 'TEMPORARY')
    union all
    select 'setting session_replication_role', 'grant set on parameter session_replication_role'
    where not has_parameter_privilege('session_replication_role', 'SET')`
  const [first] = lacks
  if (!first) return
  const others = lacks.length === 1 ? '' : ` and ${lacks.length - 1} more`
  throw new MoveError(
    `the role at ${which} lacks ${first.lack}${others}: as the tables' owner or a superuser there, ${first.remedy} to it`,
  )
}
