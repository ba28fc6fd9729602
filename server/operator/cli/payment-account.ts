import type { Command } from 'commander'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { PostgresError } from '../../platform/postgres/errors.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { ArgumentError, findOrg, print, recordCli } from './values.ts'

type Options = { org: string; clear?: boolean; json?: boolean }

const UNIQUE = '23505'

/** The operator's word for which account at Stripe is whose; the API only connects accounts that Stripe has vouched for. */
export function paymentAccountCommand(org: Command): void {
  org
    .command('payment-account')
    .description('show, set or clear the Stripe account that an organisation is paid into')
    .argument('[account]', 'acct_…, an account that is connected to your platform')
    .requiredOption('--org <id>')
    .option('--clear', 'the organisation is paid online no more')
    .option('--json', 'print one JSON object')
    .action((account: string | undefined, { org: id, clear, json }: Options) => {
      if (account !== undefined && clear) throw new ArgumentError('give an account or --clear, not both')
      if (account !== undefined && !/^acct_[0-9A-Za-z]{1,90}$/.test(account)) {
        throw new ArgumentError(`an account at Stripe is written acct_…, not ${account}`)
      }
      return withDatabase(readConfig(process.env), async (sql) => {
        const orgId = await findOrg(sql, id)
        const wanted = clear ? null : account
        const stored = await sql.begin(async (tx) => {
          const [before] = await findAccount(orgId, tx)
          if (wanted === undefined || !before) return before?.payment_account_id ?? null
          if (wanted !== null && before.mode === 'test') {
            throw new ArgumentError(`organisation ${orgId} is a sandbox: no card is charged there`)
          }
          await storeAccount(orgId, tx, wanted)
          await recordCli(tx, orgId, {
            action: wanted === null ? 'payment_account.cleared' : 'payment_account.connected',
            objectType: 'organisation',
            objectId: orgId,
            before: { payment_account_id: before.payment_account_id },
            after: { payment_account_id: wanted },
          })
          return wanted
        })
        print(json, { org_id: String(orgId), payment_account_id: stored })
      })
    })
}

const findAccount = (orgId: OrgId, sql: Db) => sql<{ mode: 'live' | 'test'; payment_account_id: string | null }[]>`
  select mode, payment_account_id
  from organisations
  where org_id = ${orgId}
  for update`

/** A half-way onboarding is over with it: its account would come on top. */
async function storeAccount(orgId: OrgId, sql: Db, account: string | null): Promise<void> {
  await sql`
    delete from payment_account_onboardings
    where org_id = ${orgId}`
  await sql`
    update organisations
    set payment_account_id = ${account}, account_methods = null, changed_at = now()
    where org_id = ${orgId}`.catch((error: unknown) => {
    if (error instanceof PostgresError && error.code === UNIQUE)
      throw new ArgumentError(`another organisation is paid into ${account}`)
    throw error
  })
}
