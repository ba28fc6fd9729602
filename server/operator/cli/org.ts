import type { Command } from 'commander'
import { createKey } from '../../access/api-keys/key-store.ts'
import { scopesOfKind } from '../../access/scopes.ts'
import { resume, suspend } from '../../access/suspension.ts'
import {
  createOrganisation,
  type NewOrganisation,
  problemOfOrganisation,
} from '../../people/organisation/create-organisation.ts'
import { claimCell } from '../../platform/postgres/cell.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { feeInvoicesCommand } from './fee-invoices.ts'
import { operatorFeeCommand } from './operator-fee.ts'
import { addOrgList } from './org-list.ts'
import { moveCommand } from './org-move.ts'
import { paymentAccountCommand } from './payment-account.ts'
import { ArgumentError, findOrg, print, recordCli, wholeNumber } from './values.ts'

type Profile = Omit<NewOrganisation, 'mode'>
type Limits = {
  org: string
  keyPerMinute?: number
  keyPerDay?: number
  perDay?: number
  publishablePerDay?: number
  addressPerMinute?: number
  addressPerDay?: number
  gatePerMinute?: number
  gatePerDay?: number
  json?: boolean
}
type LimitsRow = {
  key_requests_per_minute: number
  key_requests_per_day: number
  requests_per_day: number
  publishable_requests_per_day: number
  address_requests_per_minute: number
  address_requests_per_day: number
  gate_key_requests_per_minute: number
  gate_key_requests_per_day: number
}

export function orgCommands(program: Command): void {
  const org = program.command('org').description('organisations')
  paymentAccountCommand(org)
  operatorFeeCommand(org)
  feeInvoicesCommand(org)
  moveCommand(org)
  org
    .command('create')
    .description('create an organisation and its first secret key, which is shown once')
    .requiredOption('--name <name>')
    .requiredOption('--country <code>', 'ISO 3166-1 alpha-2, such as AU')
    .requiredOption('--timezone <name>', 'IANA name, such as Australia/Sydney')
    .requiredOption('--currency <code>', 'ISO 4217, such as AUD')
    .option('--sandbox', 'to try things out: no card is ever charged; it cannot become live')
    .option('--json', 'print one JSON object')
    .action(async ({ json, sandbox, ...profile }: Profile & { sandbox?: boolean; json?: boolean }) => {
      const input: NewOrganisation = { ...profile, mode: sandbox ? 'test' : 'live' }
      const problem = problemOfOrganisation(input)
      if (problem) throw new ArgumentError(problem)
      const config = readConfig(process.env)
      await withDatabase(
        config,
        async (sql) => {
          await migrate(sql)
          await claimCell(sql, config.GRANDSTAND_CELL)
          const created = await sql.begin(async (tx) => {
            const orgId = await createOrganisation(tx, input)
            const { secret } = await createKey(orgId, tx, {
              kind: 'sk',
              name: 'first key',
              scopes: [...scopesOfKind.sk],
            })
            await recordCli(tx, orgId, {
              action: 'organisation.created',
              objectType: 'organisation',
              objectId: orgId,
              after: { ...input },
            })
            return { org_id: String(orgId), mode: input.mode, secret_key: secret }
          })
          print(json, created)
        },
        { anyVersion: true },
      )
    })
  addOrgList(org)
  org
    .command('limits')
    .description('show or set how many requests an organisation and its keys may send')
    .requiredOption('--org <id>')
    .option('--key-per-minute <n>', 'for keys without a limit of their own', wholeNumber('--key-per-minute', 1, 1e7))
    .option('--key-per-day <n>', 'for keys without a limit of their own', wholeNumber('--key-per-day', 1, 1e9))
    .option('--per-day <n>', 'all secret keys together', wholeNumber('--per-day', 1, 1e9))
    .option('--publishable-per-day <n>', 'all publishable keys together', wholeNumber('--publishable-per-day', 1, 1e9))
    .option(
      '--address-per-minute <n>',
      'publishable keys, from one address',
      wholeNumber('--address-per-minute', 1, 1e7),
    )
    .option('--address-per-day <n>', 'publishable keys, from one address', wholeNumber('--address-per-day', 1, 1e9))
    .option(
      '--gate-per-minute <n>',
      'for gate keys without a limit of their own',
      wholeNumber('--gate-per-minute', 1, 1e7),
    )
    .option('--gate-per-day <n>', 'for gate keys without a limit of their own', wholeNumber('--gate-per-day', 1, 1e9))
    .option('--json', 'print one JSON object')
    .action(({ org, json, ...limits }: Limits) =>
      withDatabase(readConfig(process.env), async (sql) => {
        const orgId = await findOrg(sql, org)
        const row = await sql.begin(async (tx) => {
          const [after] = await tx<LimitsRow[]>`
          update organisations
          set key_requests_per_minute = coalesce(${limits.keyPerMinute ?? null}, key_requests_per_minute),
            key_requests_per_day = coalesce(${limits.keyPerDay ?? null}, key_requests_per_day),
            requests_per_day = coalesce(${limits.perDay ?? null}, requests_per_day),
            publishable_requests_per_day = coalesce(${limits.publishablePerDay ?? null}, publishable_requests_per_day),
            address_requests_per_minute = coalesce(${limits.addressPerMinute ?? null}, address_requests_per_minute),
            address_requests_per_day = coalesce(${limits.addressPerDay ?? null}, address_requests_per_day),
            gate_key_requests_per_minute = coalesce(${limits.gatePerMinute ?? null}, gate_key_requests_per_minute),
            gate_key_requests_per_day = coalesce(${limits.gatePerDay ?? null}, gate_key_requests_per_day)
          where org_id = ${orgId}
          returning key_requests_per_minute, key_requests_per_day, requests_per_day, publishable_requests_per_day,
            address_requests_per_minute, address_requests_per_day, gate_key_requests_per_minute, gate_key_requests_per_day`
          if (Object.values(limits).some((limit) => limit !== undefined)) {
            await recordCli(tx, orgId, {
              action: 'organisation.limited',
              objectType: 'organisation',
              objectId: orgId,
              after,
            })
          }
          return after
        })
        print(json, { org_id: String(orgId), ...row })
      }),
    )
  org
    .command('suspend')
    .description('stop every key of an organisation, everywhere within 5 seconds; its data is kept')
    .requiredOption('--org <id>')
    .option('--json', 'print one JSON object')
    .action(({ org, json }: OneOrganisation) => setSuspended(org, true, json))
  org
    .command('resume')
    .description('let the keys of a suspended organisation work again')
    .requiredOption('--org <id>')
    .option('--json', 'print one JSON object')
    .action(({ org, json }: OneOrganisation) => setSuspended(org, false, json))
}

type OneOrganisation = { org: string; json?: boolean }

/** Twice is once, and only a change is in the audit log. */
const setSuspended = (org: string, suspended: boolean, json: boolean | undefined): Promise<void> =>
  withDatabase(readConfig(process.env), async (sql, clock) => {
    const orgId = await findOrg(sql, org)
    await sql.begin(async (tx) => {
      const changed = suspended ? await suspend(orgId, tx, clock) : await resume(orgId, tx)
      const action = suspended ? 'organisation.suspended' : 'organisation.resumed'
      if (changed) await recordCli(tx, orgId, { action, objectType: 'organisation', objectId: orgId })
    })
    print(json, { org_id: String(orgId), suspended })
  })
