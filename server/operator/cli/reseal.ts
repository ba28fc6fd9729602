import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { StartError, withDatabase } from '../../connect.ts'
import { secretContext } from '../../messages/webhooks/signature.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { createSeal, type Seal } from '../../platform/values/seal.ts'
import { earlierSecrets, readSecret } from '../../secret.ts'
import { print } from './values.ts'

/** A column of sealed values that outlive a day, and what they were sealed for. */
type SealedColumn = {
  table: string
  column: string
  id: string
  /** Column of the id that it was sealed for, where that is another. */
  of?: string
  contextOf: (orgId: number, id: number) => string
}

const SEALED_COLUMNS: SealedColumn[] = [
  { table: 'webhook_endpoints', column: 'secret_encrypted', id: 'webhook_endpoint_id', contextOf: secretContext },
  {
    table: 'webhook_endpoints',
    column: 'previous_secret_encrypted',
    id: 'webhook_endpoint_id',
    contextOf: secretContext,
  },
  {
    table: 'event_signing_keys',
    column: 'private_key_encrypted',
    id: 'signing_key_id',
    of: 'event_id',
    contextOf: (orgId, id) => `event_signing_keys ${orgId} ${id}`,
  },
]

const ROWS_AT_ONCE = 500

export function resealCommand(program: Command): void {
  program
    .command('reseal')
    .description('seal anew, under GRANDSTAND_SECRET, what GRANDSTAND_PREVIOUS_SECRET had sealed')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      const seal = createSeal(await readSecret(config), earlierSecrets(config))
      await withDatabase(config, async (sql) => {
        let resealed = 0
        for (const column of SEALED_COLUMNS) resealed += await resealColumn(sql, seal, column)
        print(json, { resealed })
      })
    })
}

type Row = { org_id: number; id: number; of_id: number; sealed: Buffer }

/** Row by row, and only while a row still holds what was read: another process may be changing it. */
async function resealColumn(sql: Sql, seal: Seal, sealedColumn: SealedColumn): Promise<number> {
  const { table, column, id, of = id, contextOf } = sealedColumn
  let resealed = 0
  const last = { orgId: 0, id: 0 }
  for (;;) {
    const rows = await sql<Row[]>`
      select org_id, ${sql(id)} as id, ${sql(of)} as of_id, ${sql(column)} as sealed
      from ${sql(table)}
      where (org_id, ${sql(id)}) > (${last.orgId}, ${last.id})
        and ${sql(column)} is not null
      order by org_id, ${sql(id)}
      limit ${ROWS_AT_ONCE}`
    for (const row of rows) {
      last.orgId = row.org_id
      last.id = row.id
      if (seal.isCurrent(row.sealed)) continue
      const context = contextOf(row.org_id, row.of_id)
      const newlySealed = seal.close(unseal(seal, row.sealed, context), context)
      const { count } = await sql`
        update ${sql(table)}
        set ${sql(column)} = ${newlySealed}
        where org_id = ${row.org_id}
          and ${sql(id)} = ${row.id}
          and ${sql(column)} = ${row.sealed}`
      resealed += count
    }
    if (rows.length < ROWS_AT_ONCE) return resealed
  }
}

function unseal(seal: Seal, sealed: Buffer, context: string): string {
  try {
    return seal.open(sealed, context)
  } catch {
    throw new StartError('something is sealed under neither GRANDSTAND_SECRET nor GRANDSTAND_PREVIOUS_SECRET')
  }
}
