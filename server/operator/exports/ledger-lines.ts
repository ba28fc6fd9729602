import { toMajor } from '../../platform/values/money.ts'

/** Money that came in or went out, as the books have it. */
export type Movement = {
  kind: 'payment' | 'refund'
  provider: string
  payment_method: string | null
  currency: string
  amount_minor: number
  /** Collected on top of what an order is paid by: owed to whoever paid it. */
  surplus: boolean
  /** One payment for the whole order; an instalment is not. */
  whole: boolean
  event_id: number | null
  service_fee_minor: number
  service_tax_minor: number
  transaction_fee_minor: number
  rebate_minor: number
}

export type LedgerLine = { account: string; debit: number | null; credit: number | null }

/** What a movement is in the accounts. Debits and credits of each are the same sum, and no line is of nothing. */
export function ledgerLines(movement: Movement): LedgerLine[] {
  const { currency, amount_minor: amount } = movement
  const line = (account: string, side: 'debit' | 'credit', minor: number): LedgerLine[] =>
    minor === 0 ? [] : [{ account, debit: null, credit: null, [side]: toMajor(minor, currency) }]
  const money = moneyAccount(movement)
  if (movement.kind === 'refund')
    return [
      ...line(movement.surplus ? 'surplus_payable' : 'refunds', 'debit', amount),
      ...line(money, 'credit', amount),
    ]
  const received = line(money, 'debit', amount)
  if (movement.surplus) return [...received, ...line('surplus_payable', 'credit', amount)]
  const sales = movement.event_id === null ? 'membership_sales' : 'ticket_sales'
  if (!movement.whole) return [...received, ...line(sales, 'credit', amount)]
  const { service_fee_minor: fee, service_tax_minor: tax, transaction_fee_minor: transaction } = movement
  return [
    ...received,
    ...line(sales, 'credit', amount - fee - tax - transaction),
    ...line('service_fees', 'credit', fee),
    ...line('service_tax', 'credit', tax),
    ...line('transaction_fees', 'credit', transaction),
    ...line('service_fees', 'debit', movement.rebate_minor),
    ...line('rebates', 'credit', movement.rebate_minor),
  ]
}

/** Where the money is: with the provider until it pays out, in the drawer, still owed on an invoice, or wherever an instalment was paid to. */
function moneyAccount({ provider, payment_method: method }: Movement): string {
  if (provider !== 'manual') return `${provider}_clearing`
  if (method === 'instalments') return 'instalments_received'
  return method === 'invoice' ? 'receivables' : 'cash'
}
