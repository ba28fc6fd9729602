import type { Command } from 'commander'
import { accountContext } from '../../fans/debt-page/account.ts'
import { makeSecret, secretContext } from '../../messages/webhooks/signature.ts'
import { accessPointContext } from '../../papers/peppol/peppol-access-point.ts'
import { walletContext } from '../../papers/wallet/wallet-settings.ts'
import { totpContext } from '../../people/staff/second-factor.ts'
import { clientSecretContext } from '../../people/staff-sign-on/staff-provider.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { systemClock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { readConfig } from '../../program/config.ts'
import { StartError, withDatabase } from '../../program/connect.ts'
import { acceptSecret, openSeal, unprovenSeal } from '../../program/secret.ts'
import { print } from './values.ts'

/** A column of sealed values that outlive a day, and what they were sealed for. */
type SealedColumn = {
  table: string
  column: string
  id: string
  /** Column of the id that it was sealed for, where that is another. */
  of?: string
  contextOf: (orgId: number, id: number) => string
  /** What takes the place of a value that cannot be opened any more. */
  instead: () => string
}

const SEALED_COLUMNS: SealedColumn[] = [
  {
    table: 'webhook_endpoints',
    column: 'secret_encrypted',
    id: 'webhook_endpoint_id',
    contextOf: secretContext,
    instead: makeSecret,
  },
  {
    table: 'webhook_endpoints',
    column: 'previous_secret_encrypted',
    id: 'webhook_endpoint_id',
    contextOf: secretContext,
    instead: makeSecret,
  },
  {
    table: 'event_signing_keys',
    column: 'private_key_encrypted',
    id: 'signing_key_id',
    of: 'event_id',
    contextOf: (orgId, id) => `event_signing_keys ${orgId} ${id}`,
    // It is retired as well, and a retired key is never opened again.
    instead: () => 'lost',
  },
  {
    table: 'money_back_accounts',
    column: 'sealed_account',
    id: 'debt_id',
    contextOf: accountContext,
    // Staff ask the fan anew.
    instead: () => JSON.stringify({ account_holder: 'lost', account: 'lost' }),
  },
  {
    table: 'staff_providers',
    column: 'client_secret_sealed',
    id: 'org_id',
    contextOf: clientSecretContext,
    // The provider refuses it, until an owner enters it again.
    instead: () => 'lost',
  },
  {
    table: 'peppol_access_points',
    column: 'token_sealed',
    id: 'org_id',
    contextOf: accessPointContext,
    // The access point refuses it, until staff enter it again.
    instead: () => 'lost',
  },
  ...['apple_private_key_encrypted', 'google_private_key_encrypted'].map((column) => ({
    table: 'wallet_settings',
    column,
    id: 'org_id',
    contextOf: walletContext,
    // Passes are refused until staff set the wallet up again.
    instead: () => 'lost',
  })),
]

const ROWS_AT_ONCE = 500

type Options = { lost?: boolean; json?: boolean }

export function resealCommand(program: Command): void {
  program
    .command('reseal')
    .description('seal anew, under GRANDSTAND_SECRET, what GRANDSTAND_PREVIOUS_SECRET had sealed')
    .option('--lost', 'the secret before is lost: replace what cannot be opened, and go on with the present one')
    .option('--json', 'print one JSON object')
    .action(async ({ lost = false, json }: Options) => {
      const config = readConfig(process.env)
      await withDatabase(config, async (sql) => {
        const seal = lost ? await unprovenSeal(config) : await openSeal(sql, config)
        const count = { resealed: 0, replaced: 0 }
        for (const column of SEALED_COLUMNS) await resealColumn(sql, seal, column, lost, count)
        await resealTotp(sql, seal, lost, count)
        if (lost) await acceptSecret(sql, seal)
        print(json, lost ? count : { resealed: count.resealed })
      })
    })
}

type Row = { org_id: number; id: number; of_id: number; sealed: Buffer }
type Count = { resealed: number; replaced: number }

/** Row by row, and only while a row still holds what was read: another process may be changing it. */
async function resealColumn(sql: Sql, seal: Seal, sealedColumn: SealedColumn, lost: boolean, count: Count) {
  const { table, column, id, of = id, contextOf, instead } = sealedColumn
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
      const opened = unseal(seal, row.sealed, context)
      if (opened === undefined && !lost)
        throw new StartError('something is sealed under neither GRANDSTAND_SECRET nor GRANDSTAND_PREVIOUS_SECRET')
      const retired = opened === undefined && table === 'event_signing_keys' ? retire(sql) : sql``
      const { count: stored } = await sql`
        update ${sql(table)}
        set ${sql(column)} = ${seal.close(opened ?? instead(), context)}${retired}
        where org_id = ${row.org_id}
          and ${sql(id)} = ${row.id}
          and ${sql(column)} = ${row.sealed}`
      count[opened === undefined ? 'replaced' : 'resealed'] += stored
    }
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** People's second factors, which belong to no organisation. One that cannot be opened is taken away: the password is left. */
async function resealTotp(sql: Sql, seal: Seal, lost: boolean, count: Count): Promise<void> {
  const rows = await sql<{ account_id: number; sealed: Buffer }[]>`
    select account_id, totp_sealed as sealed
    from staff_accounts
    where totp_sealed is not null`
  for (const { account_id, sealed } of rows.filter((row) => !seal.isCurrent(row.sealed))) {
    const secret = unseal(seal, sealed, totpContext(account_id))
    if (secret === undefined && !lost)
      throw new StartError('something is sealed under neither GRANDSTAND_SECRET nor GRANDSTAND_PREVIOUS_SECRET')
    const { count: stored } = await sql`
      update staff_accounts
      set totp_sealed = ${secret === undefined ? null : seal.close(secret, totpContext(account_id))},
        totp_confirmed_at = ${secret === undefined ? sql`null` : sql`totp_confirmed_at`}
      where account_id = ${account_id}
        and totp_sealed = ${sealed}`
    count[secret === undefined ? 'replaced' : 'resealed'] += stored
  }
}

/** Its tickets are still verified by the public half; the next sale of the event makes a key that signs. */
const retire = (sql: Sql) => sql`, retired_at = coalesce(retired_at, ${systemClock()})`

function unseal(seal: Seal, sealed: Buffer, context: string): string | undefined {
  try {
    return seal.open(sealed, context)
  } catch {
    return undefined
  }
}
