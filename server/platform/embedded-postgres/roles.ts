import { createHash } from 'node:crypto'
import { openDatabase, type Sql } from '../postgres/database.ts'

/** The one that the cluster was made with, for what only a superuser can do, at the start; and the one that the program works as. */
const SUPERUSER = 'grandstand'
const APPLICATION = 'grandstand_app'
const DATABASE = 'grandstand'

/** Serialises two that start together; beside the locks of presence.ts. */
const PROVISION_LOCK = [7401, 3] as const

type Server = { port: number; password: string }

/** Of the role that owns the database and can do nothing outside of it. Its password does not tell the superuser's. */
export const applicationUrl = ({ port, password }: Server, database = DATABASE): string =>
  urlOf(APPLICATION, applicationPassword(password), port, database)

export const superuserUrl = ({ port, password }: Server, database = DATABASE): string =>
  urlOf(SUPERUSER, password, port, database)

const urlOf = (role: string, password: string, port: number, database: string) =>
  `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

const applicationPassword = (password: string) => createHash('sha256').update(`application ${password}`).digest('hex')

/**
 * Makes the role and its database, or hands over to it the one of a folder from before, which the superuser worked in. The
 * role may log in as the very last step, so a start that is killed on the way leaves work that the next start does again.
 */
export async function provision(server: Server, connectTimeoutMs: number): Promise<void> {
  await asSuperuser(server, 'postgres', connectTimeoutMs, async (sql) => {
    await sql`select pg_advisory_lock(${PROVISION_LOCK[0]}::int, ${PROVISION_LOCK[1]}::int)`
    const [role] = await sql`select 1 as one from pg_roles where rolname = ${APPLICATION}`
    if (!role) await sql`create role grandstand_app nologin nosuperuser nocreatedb nocreaterole`
    const [database] = await sql`select 1 as one from pg_database where datname = ${DATABASE}`
    if (database) {
      await sql`alter database grandstand owner to grandstand_app`
      await asSuperuser(server, DATABASE, connectTimeoutMs, handOver)
    } else {
      await sql`create database grandstand owner grandstand_app`
    }
    // A statement that defines takes no parameters, so the password comes by a setting of this connection.
    await sql`select set_config('grandstand.password', ${applicationPassword(server.password)}, false)`
    await sql`
      do $$
      begin
        execute format('alter role grandstand_app login password %L', current_setting('grandstand.password'));
      end
      $$`
  })
}

/**
 * What the superuser has made, but for what belongs to an extension, or to a column and so follows its table. `reassign
 * owned` would say the same in a line, and refuses the role that the cluster was made with.
 */
const handOver = (sql: Sql) => sql`
  do $$
  declare
    item record;
  begin
    for item in
      select format('alter table %s owner to grandstand_app', c.oid::regclass) as statement
      from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (
          select 1
          from pg_depend d
          where d.classid = 'pg_class'::regclass
            and d.objid = c.oid
            and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i'))
        )
      union all
      select format('alter routine %s owner to grandstand_app', p.oid::regprocedure)
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (
          select 1
          from pg_depend d
          where d.classid = 'pg_proc'::regclass
            and d.objid = p.oid
            and d.deptype = 'e'
        )
    loop
      execute item.statement;
    end loop;
  end
  $$`

async function asSuperuser(
  server: Server,
  database: string,
  connectTimeoutMs: number,
  work: (sql: Sql) => Promise<unknown>,
): Promise<void> {
  const sql = openDatabase(superuserUrl(server, database), { poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
