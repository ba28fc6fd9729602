import { type Command, InvalidArgumentError } from 'commander'
import type { OrgId } from '../../access/principal.ts'
import { type OperatorFeeRule, operatorFeeColumns } from '../../payments/payments/operator-fee.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor, toMinor } from '../../platform/values/money.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { ArgumentError, findOrg, print, recordCli } from './values.ts'

type Options = { org: string; percentage?: number; fixed?: number; json?: boolean }

const PERCENTAGE_MAX = 50
const FIXED_MINOR_MAX = 1_000_000

/** What the operator takes of each payment that is made online: theirs to set, and shown to the organisation. */
export function operatorFeeCommand(org: Command): void {
  org
    .command('fee')
    .description('show or set what you take of each online payment of an organisation')
    .requiredOption('--org <id>')
    .option('--percentage <n>', 'of the amount, three decimals at most, such as 1.5', decimal)
    .option('--fixed <amount>', 'on top of that, of payments in the organisation’s currency, such as 0.25', decimal)
    .option('--json', 'print one JSON object')
    .action(({ org: id, percentage, fixed, json }: Options) =>
      withDatabase(readConfig(process.env), async (sql) => {
        const orgId = await findOrg(sql, id)
        const rule = await sql.begin(async (tx) => {
          const before = await lockRule(orgId, tx)
          if (percentage === undefined && fixed === undefined) return before
          const after = {
            ...before,
            operator_fee_thousandths:
              percentage === undefined ? before.operator_fee_thousandths : thousandthsOf(percentage),
            operator_fee_fixed_minor:
              fixed === undefined ? before.operator_fee_fixed_minor : fixedMinorOf(fixed, before),
          }
          await tx`
            update organisations
            set operator_fee_thousandths = ${after.operator_fee_thousandths}, operator_fee_fixed_minor = ${after.operator_fee_fixed_minor}
            where org_id = ${orgId}`
          await recordCli(tx, orgId, {
            action: 'organisation.fee_set',
            objectType: 'organisation',
            objectId: orgId,
            before,
            after,
          })
          return after
        })
        print(json, {
          org_id: String(orgId),
          percentage: rule.operator_fee_thousandths / 1000,
          fixed: toMajor(rule.operator_fee_fixed_minor, rule.home_currency),
          currency: rule.home_currency,
        })
      }),
    )
}

async function lockRule(orgId: OrgId, tx: Db): Promise<OperatorFeeRule> {
  const [rule] = await tx<OperatorFeeRule[]>`
    select ${operatorFeeColumns(tx)}
    from organisations
    where org_id = ${orgId}
    for update`
  if (!rule) throw new Error(`there is no organisation ${orgId}`)
  return rule
}

function decimal(text: string): number {
  if (!/^[0-9]{1,6}(\.[0-9]{1,3})?$/.test(text)) throw new InvalidArgumentError(`not a number such as 1.5: ${text}`)
  return Number(text)
}

function thousandthsOf(percentage: number): number {
  if (percentage > PERCENTAGE_MAX) throw new ArgumentError(`--percentage is ${PERCENTAGE_MAX} at most`)
  return Math.round(percentage * 1000)
}

function fixedMinorOf(fixed: number, { home_currency: currency }: OperatorFeeRule): number {
  const minor = toMinor(fixed, currency)
  if (minor === undefined || minor > FIXED_MINOR_MAX)
    throw new ArgumentError(`--fixed is an amount of ${currency}, ${toMajor(FIXED_MINOR_MAX, currency)} at most`)
  return minor
}
