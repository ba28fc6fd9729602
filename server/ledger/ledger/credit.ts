import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Clock, unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { toMajor } from '../../platform/values/money.ts'
import { noteReturnedTax } from './note-returned-tax.ts'

/** released: spent for an order whose rest was not paid. */
export const creditKinds = [
  'granted',
  'refunded',
  'returned',
  'released',
  'spent',
  'expired',
  'withdrawn',
  'merged',
] as const
export type CreditKind = (typeof creditKinds)[number]

export const Credit = Type.Object(
  {
    credit_account_id: Type.Integer(),
    user_id: Type.Integer({ description: 'the customer whose it is' }),
    currency: Type.String({ description: 'ISO 4217' }),
    balance: Type.Number({ description: 'major unit of the currency; never below zero' }),
    updated_at: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'Credit' },
)
export type Credit = Static<typeof Credit>

export const CreditRow = Type.Object({
  credit_account_id: Type.Integer(),
  user_id: Type.Integer(),
  currency: Type.String(),
  balance_minor: Type.Integer(),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type CreditRow = Static<typeof CreditRow>

export const toCredit = (row: CreditRow) =>
  ({
    credit_account_id: row.credit_account_id,
    user_id: row.user_id,
    currency: row.currency,
    balance: toMajor(row.balance_minor, row.currency),
    updated_at: unixSeconds(row.changed_at),
  }) satisfies Credit

type Entry = {
  /** Above zero; the kind says which way it goes. */
  amountMinor: number
  orderId?: number | null
  refundId?: number | null
  reason: string | null
  /** The tickets that it goes back for, whose rates of tax go back first. */
  ticketIds?: number[]
}

type Given = Entry & { kind: 'granted' | 'refunded' | 'returned' | 'released'; expiresAt: Date | null }

/** A fan's credit in a currency, locked; made where there was none. */
export async function lockCredit(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { userId, currency }: { userId: number; currency: string },
): Promise<CreditRow> {
  await tx`
    insert into credit_accounts (org_id, user_id, currency, created_at, changed_at)
    values (${orgId}, ${userId}, ${currency}, ${now}, ${now})
    on conflict (org_id, user_id, currency) do nothing`
  const [account] = await tx<CreditRow[]>`
    select credit_account_id, user_id, currency, balance_minor, changed_at
    from credit_accounts
    where org_id = ${orgId}
      and user_id = ${userId}
      and currency = ${currency}
    for no key update`
  if (!account) throw new Error('a credit account was lost')
  return account
}

/** The same by its number; where its customer was merged with another one since, the credit of that one. */
export async function lockCreditAccount(orgId: OrgId, tx: Tx, creditAccountId: number): Promise<CreditRow> {
  const [account] = await tx<(CreditRow & { merged_into_id: number | null })[]>`
    select credit_account_id, user_id, currency, balance_minor, changed_at, merged_into_id
    from credit_accounts
    where org_id = ${orgId}
      and credit_account_id = ${creditAccountId}
    for no key update`
  if (!account) throw new Error('a credit account was lost')
  const { merged_into_id: mergedIntoId } = account
  return mergedIntoId === null ? account : lockCreditAccount(orgId, tx, mergedIntoId)
}

/** Adds to a credit that the caller has locked. */
export async function giveCredit(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  account: CreditRow,
  given: Given,
): Promise<{ entryId: number; credit: Credit }> {
  const now = clock(orgId)
  const entryId = await writeEntry(orgId, tx, now, account, given)
  await tx`
    insert into credit_lots (org_id, credit_entry_id, credit_account_id, left_minor, expires_at, created_at, changed_at)
    values (${orgId}, ${entryId}, ${account.credit_account_id}, ${given.amountMinor}, ${given.expiresAt}, ${now}, ${now})`
  return { entryId, credit: await change(orgId, tx, clock, account, given.amountMinor, given.kind) }
}

/** Takes from a credit that the caller has locked, what expires first before the rest; never more than there is. */
export async function takeCredit(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  account: CreditRow,
  taken: Entry & { kind: 'spent' | 'withdrawn' },
): Promise<{ entryId: number; credit: Credit }> {
  const now = clock(orgId)
  if (taken.amountMinor > account.balance_minor) {
    const balance = toMajor(account.balance_minor, account.currency)
    throw new ApiError('state_conflict', {
      message: `There are only ${balance} ${account.currency} of credit.`,
      balance,
    })
  }
  let restMinor = taken.amountMinor
  // In the order in which they expire: the last of them lasts longest, and so does what is released of it.
  let lasting: Date | null = null
  const lots = await tx<{ credit_entry_id: number; left_minor: number; expires_at: Date | null }[]>`
    select credit_entry_id, left_minor, expires_at
    from credit_lots
    where org_id = ${orgId}
      and credit_account_id = ${account.credit_account_id}
      and left_minor > 0
    order by expires_at nulls last, credit_entry_id
    for no key update`
  for (const { credit_entry_id, left_minor, expires_at } of lots) {
    const part = Math.min(left_minor, restMinor)
    restMinor -= part
    if (part === 0) break
    await lowerLot(orgId, tx, now, credit_entry_id, part)
    lasting = expires_at
  }
  if (restMinor > 0) throw new Error(`credit ${account.credit_account_id} has less left than its balance`)
  const entryId = await writeEntry(orgId, tx, now, account, {
    ...taken,
    amountMinor: -taken.amountMinor,
    expiresAt: lasting,
  })
  return { entryId, credit: await change(orgId, tx, clock, account, -taken.amountMinor, taken.kind) }
}

/** What of one amount that was given is left after its day. The caller has locked the credit. */
export async function expireLot(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  account: CreditRow,
  lot: { credit_entry_id: number; left_minor: number },
): Promise<Credit> {
  const now = clock(orgId)
  await lowerLot(orgId, tx, now, lot.credit_entry_id, lot.left_minor)
  await writeEntry(orgId, tx, now, account, {
    kind: 'expired',
    amountMinor: -lot.left_minor,
    reason: null,
    expiresAt: null,
  })
  return change(orgId, tx, clock, account, -lot.left_minor, 'expired')
}

/** Until when what is given now lasts, by the organisation's rule; null: for ever. */
export async function creditExpiry(orgId: OrgId, tx: Tx, now: Date): Promise<Date | null> {
  const [organisation] = await tx<{ credit_days: number | null }[]>`
    select credit_days
    from organisations
    where org_id = ${orgId}`
  const days = organisation?.credit_days ?? null
  return days === null ? null : new Date(now.getTime() + days * DAY_MS)
}

const lowerLot = (orgId: OrgId, tx: Tx, now: Date, entryId: number, amountMinor: number) => tx`
  update credit_lots
  set left_minor = left_minor - ${amountMinor}, changed_at = ${now}
  where org_id = ${orgId}
    and credit_entry_id = ${entryId}`

type Written = Entry & { kind: CreditKind; expiresAt: Date | null }

async function writeEntry(orgId: OrgId, tx: Tx, now: Date, account: CreditRow, entry: Written): Promise<number> {
  const { kind, amountMinor, orderId = null, refundId = null, reason, expiresAt, ticketIds } = entry
  const taxes = kind === 'returned' ? await noteReturnedTax(orgId, tx, orderId, amountMinor, ticketIds) : null
  const [row] = await tx<{ credit_entry_id: number }[]>`
    insert into credit_entries (org_id, credit_account_id, kind, amount_minor, order_id, refund_id, reason, expires_at, taxes, created_at)
    values (
      ${orgId}, ${account.credit_account_id}, ${kind}, ${amountMinor}, ${orderId}, ${refundId}, ${reason}, ${expiresAt}, ${taxes}::jsonb, ${now}
    )
    returning credit_entry_id`
  if (!row) throw new Error('an entry of credit left no row')
  return row.credit_entry_id
}

/** Changes the balance, which a check keeps from falling below zero, and tells webhook endpoints. */
async function change(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  account: CreditRow,
  amountMinor: number,
  kind: CreditKind,
): Promise<Credit> {
  const now = clock(orgId)
  const [row] = await tx<CreditRow[]>`
    update credit_accounts
    set balance_minor = balance_minor + ${amountMinor}, changed_at = ${now}
    where org_id = ${orgId}
      and credit_account_id = ${account.credit_account_id}
    returning credit_account_id, user_id, currency, balance_minor, changed_at`
  if (!row) throw new Error('a credit account was lost')
  account.balance_minor = row.balance_minor
  const credit = toCredit(row)
  const entry = { kind, amount: toMajor(amountMinor, row.currency) }
  await publish(orgId, tx, clock, 'credit.changed', { credit, entry })
  return credit
}
