import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { type HowToTransfer, howToTransfer } from '../../checkout/transfers/how-to-transfer.ts'
import { findTransferAccount } from '../../checkout/transfers/transfer-account.ts'
import { findReminders } from '../../ledger/ledger/reminders.ts'
import type { Party } from '../../platform/e-invoice/invoice.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { toMinor } from '../../platform/values/money.ts'
import { localDate } from '../../platform/values/time.ts'
import { selectSettings } from './document-settings.ts'
import { findSoldOrders } from './find-sold.ts'
import { buyerPartyOf, sellerOf } from './write-document.ts'

/** A letter that asks for what is owed. */
export type ReminderLetter = {
  level: number
  language: string
  sentAt: Date
  sentOn: string
  dueOn: string
  openMinor: number
  currency: string
  orderId: number
  /** Of the invoice or receipt of the order, once it is issued. */
  invoice: string | null
  seller: Party
  buyer: Party
  footer: string | null
  how: HowToTransfer | undefined
}

/**
 * The last reminder of each of these debts, or the one of a level, as a letter: addressed as the order's document is, with the account and the debt's
 * reference. None where the organisation does not say who issues documents.
 */
export async function readReminders(
  orgId: OrgId,
  sql: Db,
  debtIds: number[],
  level?: number,
): Promise<Map<number, ReminderLetter>> {
  if (debtIds.length === 0) return new Map()
  const [settings] = await selectSettings(orgId, sql)
  if (!settings?.issued_from) return new Map()
  const reminders = (await findReminders(orgId, sql, debtIds)).filter(
    (one) => level === undefined || one.level === level,
  )
  const debts = await findRemindedDebts(orgId, sql, debtIds)
  const orders = await findSoldOrders(orgId, sql, [...new Set(debts.map(({ order_id }) => order_id))])
  const [account] = await findTransferAccount(orgId, sql)
  return new Map(
    // The last of a debt stands for it.
    reminders.flatMap((row): [number, ReminderLetter][] => {
      const debt = debts.find(({ debt_id }) => debt_id === row.debt_id)
      const order = orders.find(({ order_id }) => order_id === debt?.order_id)
      const openMinor = order && toMinor(row.open, order.currency)
      if (!debt || !order || openMinor === undefined) return []
      const { currency, timezone, language } = order
      const purpose = { kind: 'debt', id: row.debt_id } as const
      const letter = {
        level: row.level,
        language,
        sentAt: row.created_at,
        sentOn: localDate(row.created_at, timezone),
        dueOn: localDate(fromUnixSeconds(row.due_unix), timezone),
        openMinor,
        currency,
        orderId: order.order_id,
        invoice: debt.label,
        seller: sellerOf(settings),
        buyer: buyerPartyOf(order, settings.country),
        footer: settings.footer,
        how: account && howToTransfer(account, purpose, { amountMinor: openMinor, currency }),
      }
      return [[row.debt_id, letter]]
    }),
  )
}

export const RemindedDebtRow = Type.Object({
  debt_id: Type.Integer(),
  order_id: Type.Integer(),
  label: Nullable(Type.String()),
})

const findRemindedDebts = (orgId: OrgId, sql: Db, debtIds: number[]) => sql<Static<typeof RemindedDebtRow>[]>`
  select d.debt_id, o.order_id, t.label
  from debts d
  join orders o on o.org_id = ${orgId} and o.order_id = d.order_id
  left join documents t on t.org_id = ${orgId} and t.source = 'order' and t.source_id = o.order_id
  where d.org_id = ${orgId}
    and d.debt_id = any (${debtIds}::bigint[])`
