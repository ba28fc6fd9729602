import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'

/** How a visit to the bank ended. `later`: the money is on its way, and arrives or does not. */
export const bankEndings = ['paid', 'later', 'declined', 'cancelled'] as const
export type BankEnding = (typeof bankEndings)[number]

/**
 * What buyers have chosen at the bank of the test provider. Kept in the database: as a real bank does, it knows what it did after this program was
 * killed, or after the buyer has closed the page.
 */
export type TestBank = {
  /** The organisation's time, by which debits are paid and come back. */
  now(orgId: number): Date
  /** Undefined while nothing was chosen. */
  endingOf(reference: string): Promise<BankEnding | undefined>
  /** Answers what it has come to: what was chosen first stays, but for money on its way, which arrives or does not. */
  choose(reference: string, ending: BankEnding): Promise<BankEnding>
}

export function createTestBank({ sql, clock }: { sql: Sql; clock: Clock }): TestBank {
  const endingOf = async (reference: string) => {
    const [row] = await sql<{ ending: BankEnding }[]>`
      select ending
      from test_bank_payments
      where org_id = ${organisationIn(reference)}
        and reference = ${reference}`
    return row?.ending
  }
  return {
    now: clock,
    endingOf,
    async choose(reference, ending) {
      const orgId = organisationIn(reference)
      const now = clock(orgId)
      const [chosen] = await sql<{ ending: BankEnding }[]>`
        insert into test_bank_payments (org_id, reference, ending, created_at, changed_at)
        values (${orgId}, ${reference}, ${ending}, ${now}, ${now})
        on conflict (org_id, reference) do update
        set ending = excluded.ending, changed_at = excluded.changed_at
        where test_bank_payments.ending = 'later'
          and excluded.ending <> 'cancelled'
        returning ending`
      return chosen?.ending ?? (await endingOf(reference)) ?? ending
    },
  }
}

/** One that no buyer can visit, for programs that take no payments. */
export const closedBank: TestBank = {
  now: () => new Date(0),
  endingOf: async () => undefined,
  choose: async (_reference, ending) => ending,
}

/** Of a reference that the test provider has made for its bank; 0, which no organisation has, of any other. */
export const organisationIn = (reference: string): number =>
  Number(/^pay_test_redirect_\w+\.(\d{1,15})-/.exec(reference)?.[1] ?? 0)
