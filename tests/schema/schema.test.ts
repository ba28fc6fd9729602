import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '../../server/platform/postgres/database.ts'
import { openTestDatabase } from '../harness/house.ts'

/** What every tenant table owes, read from the catalogue. Each exception says why it is one, and the lists may only shrink. */
const { sql } = await openTestDatabase()

/**
 * A key is looked up before the organisation is known; a payment account, a shop's host and its slug are one
 * organisation's, over all of them.
 */
const UNIQUE_WITHOUT_ORGANISATION = [
  'api_keys_by_hash',
  'organisation_moves_by_move',
  'organisations_by_payment_account',
  'shop_domains_one_proven',
  'shop_slugs_unique',
]
/** Its window_start is its time. */
const WITHOUT_CREATED_AT = ['rate_limit_windows']
/**
 * A membership in a basket has a number of the same row as the basket's items, and the line of an order that may be drafted anew; a hold's
 * price is that of its basket item; plain tables may not refer to sharded ones; a mail is written in the midst of a sale. A rate of tax is never
 * deleted, and its number is copied from the price that refers to it.
 */
const WITHOUT_FOREIGN_KEY = [
  'basket_memberships.basket_item_id',
  'basket_memberships.order_line_id',
  'holds.price_category_id',
  'holds.price_id',
  'mails.order_id',
  'mails.ticket_id',
  'order_lines.tax_rate_id',
  'webhook_attempts.webhook_endpoint_id',
  'webhook_deliveries.message_id',
  'webhook_deliveries.webhook_endpoint_id',
  'webhook_queues.webhook_endpoint_id',
]

/** Where a section is drawn. */
const ROUNDED = ['curve', 'rotation', 'row_pitch', 'seat_pitch', 'x', 'y'].map((name) => `seat_sections.layout_${name}`)

type Rule = { sentence: string; except?: string[]; offenders: (sql: Sql) => Promise<{ name: string }[]> }

const rules: Record<string, Rule> = {
  primaryKey: {
    sentence: 'the primary key of every tenant table starts with org_id',
    offenders: (sql) => sql`
      with ${tenantTables(sql)}
      select t.name
      from tenant_tables t
      left join pg_index i on i.indrelid = t.oid and i.indisprimary
      where i.indkey[0] is distinct from t.org_id_column`,
  },
  unique: {
    sentence: 'every unique constraint and index carries org_id',
    except: UNIQUE_WITHOUT_ORGANISATION,
    offenders: (sql) => sql`
      with ${tenantTables(sql)}
      select i.indexrelid::regclass::text as name
      from pg_index i
      join tenant_tables t on t.oid = i.indrelid
      where i.indisunique
        and not t.org_id_column = any (i.indkey[0 : i.indnkeyatts - 1])`,
  },
  foreignKey: {
    sentence: 'every foreign key joins org_id with org_id',
    offenders: (sql) => sql`
      with ${tenantTables(sql)}
      select c.conname as name
      from pg_constraint c
      join tenant_tables t on t.oid = c.conrelid
      left join tenant_tables r on r.oid = c.confrelid
      where c.contype = 'f'
        and (t.org_id_column, r.org_id_column) not in (select k, f from unnest(c.conkey, c.confkey) as pair (k, f))`,
  },
  foreignKeyIndex: {
    sentence: 'every foreign key has an index that finds the rows that refer to one row',
    // org_id and one more column of the key in front are enough. A partial index helps where all it leaves out is null.
    offenders: (sql) => sql`
      select c.conname as name
      from pg_constraint c
      where c.contype = 'f'
        and not exists (
          select
          from pg_index i
          left join pg_attribute a
            on a.attrelid = i.indrelid
            and pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)
          where i.indrelid = c.conrelid
            and i.indkey[0] = c.conkey[1]
            and (cardinality(c.conkey) = 1 or i.indkey[1] = any (c.conkey))
            and (i.indpred is null or a.attnum = any (c.conkey))
        )`,
  },
  reference: {
    sentence: "a column named like another table's id refers to that table",
    except: WITHOUT_FOREIGN_KEY,
    offenders: (sql) => sql`
      with ${tenantTables(sql)},
      ids as (
        select t.oid, a.attname
        from tenant_tables t
        join pg_index i on i.indrelid = t.oid and i.indisprimary
        join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[i.indnkeyatts - 1]
        where a.attidentity <> ''
      )
      select distinct t.name || '.' || a.attname as name
      from tenant_tables t
      join pg_attribute a on a.attrelid = t.oid
      join ids on ids.attname = a.attname and ids.oid <> t.oid
      where a.attidentity = ''
        and a.attname <> 'org_id'
        and not exists (
          select
          from pg_constraint c
          where c.conrelid = t.oid
            and c.contype = 'f'
            and a.attnum = any (c.conkey)
        )`,
  },
  createdAt: {
    sentence: 'every tenant table has created_at, a timestamptz that is never null and is now unless said otherwise',
    except: WITHOUT_CREATED_AT,
    offenders: (sql) => sql`
      with ${tenantTables(sql)}
      select t.name
      from tenant_tables t
      left join pg_attribute a on a.attrelid = t.oid and a.attname = 'created_at'
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      where (a.atttypid::regtype::text, a.attnotnull, pg_get_expr(d.adbin, t.oid))
        is distinct from ('timestamp with time zone', true, 'now()')`,
  },
  identity: {
    sentence: 'ids are bigint identities that an import may set',
    offenders: (sql) => sql`
      with ${tenantTables(sql)}
      select t.name || '.' || a.attname as name
      from tenant_tables t
      join pg_attribute a on a.attrelid = t.oid
      where a.attidentity <> ''
        and (a.attidentity, a.atttypid) <> ('d', 'bigint'::regtype)`,
  },
  types: {
    sentence: 'no column has a type that rounds, forgets its time zone or cannot grow',
    except: ROUNDED,
    offenders: (sql) => sql`
      with ${tenantTables(sql)}
      select t.name || '.' || a.attname as name
      from tenant_tables t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      join pg_type y on y.oid = a.atttypid
      where y.typtype = 'e'
        or y.typname in ('float4', 'float8', 'money', 'numeric', 'timestamp', 'time', 'timetz', 'varchar', 'bpchar')`,
  },
  bounded: {
    sentence: 'every column of open length has a check',
    offenders: (sql) => sql`
      with ${tenantTables(sql)}
      select t.name || '.' || a.attname as name
      from tenant_tables t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where a.atttypid in ('text'::regtype, 'text[]'::regtype, 'bytea'::regtype, 'json'::regtype, 'jsonb'::regtype)
        and a.attgenerated = ''
        and not exists (
          select
          from pg_constraint c
          where c.conrelid = t.oid
            and c.contype = 'c'
            and a.attnum = any (c.conkey)
        )`,
  },
}

for (const { sentence, except = [], offenders } of Object.values(rules)) {
  test(sentence, async () => {
    const names = (await offenders(sql)).map(({ name }) => name).sort()
    assert.deepEqual(names, except)
  })
}

test('the rules see the tables', async () => {
  const [row] = await sql<{ count: number }[]>`with ${tenantTables(sql)} select count(*) from tenant_tables`
  assert.ok((row?.count ?? 0) >= 40)
})

test('is caught: a table that keeps none of the rules', async () => {
  const undo = new Error('undo')
  await sql
    .begin(async (tx) => {
      await tx`create type planted_kind as enum ('a')`
      await tx`
        create table planted (
          planted_id integer generated always as identity primary key,
          org_id bigint,
          event_id bigint,
          customer_org bigint,
          user_id bigint,
          kind planted_kind,
          price money,
          note text unique,
          created_at timestamp default now(),
          foreign key (customer_org, user_id) references customers (org_id, user_id)
        )`
      const planted = tx as unknown as Sql
      const caught = async (rule: string) =>
        (await (rules[rule]?.offenders(planted) ?? [])).map(({ name }) => name).filter((name) => /planted/.test(name))
      assert.deepEqual(await caught('primaryKey'), ['planted'])
      assert.deepEqual((await caught('unique')).sort(), ['planted_note_key', 'planted_pkey'])
      assert.deepEqual(await caught('foreignKey'), ['planted_customer_org_user_id_fkey'])
      assert.deepEqual(await caught('foreignKeyIndex'), ['planted_customer_org_user_id_fkey'])
      assert.deepEqual(await caught('reference'), ['planted.event_id'])
      assert.deepEqual(await caught('createdAt'), ['planted'])
      assert.deepEqual(await caught('identity'), ['planted.planted_id'])
      assert.deepEqual((await caught('types')).sort(), ['planted.created_at', 'planted.kind', 'planted.price'])
      assert.deepEqual(await caught('bounded'), ['planted.note'])
      throw undo
    })
    .catch((error: unknown) => assert.equal(error, undo))
})

/** Every table with an org_id, and which of its columns that is. */
function tenantTables(sql: Sql) {
  return sql`
    tenant_tables as (
      select c.oid, c.relname::text as name, a.attnum as org_id_column
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where c.relkind = 'r'
        and c.relnamespace = 'public'::regnamespace
    )`
}
