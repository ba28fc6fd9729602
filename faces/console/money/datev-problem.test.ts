import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireDatev } from '../../../server/files/accounting/datev-file.ts'
import { ledgerAccounts } from '../../../server/files/exports/ledger-accounts.ts'
import { loadFrame } from '../words/frame.ts'
import { loadWords } from '../words/load.ts'

await loadWords('accounting')
await loadFrame()
const { datevProblem } = await import('./datev-problem.ts')
const { words } = await import('../words/accounting.ts')

const datev = { consultant_number: 29_098, client_number: 55_003, account_length: 4, fiscal_year_month: 1 }
const accounts = ledgerAccounts.map((account) => ({ account, tax_percentage: null, code: '1000', tax_key: null }))
type Settings = Parameters<typeof requireDatev>[0]

/** What the service says of such settings, in the words of the console. */
function problemOf(settings: Settings): string | undefined {
  try {
    requireDatev(settings)
  } catch (error) {
    return datevProblem((error as Error).message)
  }
  return undefined
}

test('what keeps a file for DATEV back is said by the names of the accounts', () => {
  assert.equal(
    problemOf({ accounts: accounts.filter(({ account }) => !/^(cash|stripe_clearing)$/.test(account)), datev }),
    'These accounts have no number yet: Cash, Stripe. Each needs a number for all tax rates.',
  )
  const [first, ...others] = accounts
  assert.ok(first)
  assert.match(problemOf({ accounts: [{ ...first, code: 'KASSE' }, ...others], datev }) ?? '', /KASSE of “Cash”/)
  assert.equal(problemOf({ accounts, datev: null }), words.nobodyForDatev)
  assert.equal(problemOf({ accounts, datev }), undefined)
})

test('every account of the books has a name, and what is said of anything else stays as it is', () => {
  assert.deepEqual(
    ledgerAccounts.filter((account) => words.names[account] === undefined),
    [],
  )
  assert.equal(datevProblem('The server is on fire.'), undefined)
})
