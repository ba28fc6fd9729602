import { toMajor } from '../../platform/values/money.ts'

/** What the books have an entry for, by its name in the file. */
export type MovementKind =
  | 'credit'
  | 'credit_sale'
  | 'debt'
  | 'payment'
  | 'refund'
  | 'release'
  | 'reversal'
  | 'sale'
  | 'settlement'

/** One entry of the books. */
export type Movement = {
  kind: MovementKind
  /** Of the payment that it is about, where there is one. */
  provider: string | null
  payment_method: string | null
  currency: string
  /** Below zero: the other way round. */
  amount_minor: number
  /** Of a debt or what pays it, of what lets it go, of a credit's entry: its kind. */
  detail: string | null
  /** Collected on top of what an order is paid by: owed to its payer. */
  surplus: boolean
  /** One payment for the whole order, of which nothing is left for later. */
  whole: boolean
  event_id: number | null
  /** What of the order its memberships cost. */
  membership_minor: number
  service_fee_minor: number
  service_tax_minor: number
  transaction_fee_minor: number
  rebate_minor: number
  /** What of the order credit has paid. */
  credit_minor: number
}

export type LedgerLine = { account: string; debit: number | null; credit: number | null }

type Side = 'debit' | 'credit'

/** What a movement is in the accounts. Debits and credits of each are the same sum, and no line is of nothing. */
export function ledgerLines(movement: Movement): LedgerLine[] {
  const { currency, amount_minor: amount } = movement
  const line = (account: string, side: Side, minor: number): LedgerLine[] =>
    minor === 0
      ? []
      : [{ account, debit: null, credit: null, [minor > 0 ? side : other(side)]: toMajor(Math.abs(minor), currency) }]
  const both = (debited: string, credited: string) => [
    ...line(debited, 'debit', amount),
    ...line(credited, 'credit', amount),
  ]
  switch (movement.kind) {
    case 'sale':
      return [
        ...line('receivables', 'debit', amount - movement.credit_minor),
        ...line('customer_credit', 'debit', movement.credit_minor),
        ...sold(movement, line),
      ]
    case 'credit_sale':
      return [...line('customer_credit', 'debit', amount), ...sold(movement, line)]
    case 'payment':
      if (movement.surplus) return both(moneyAccount(movement), 'surplus_payable')
      if (!movement.whole) return both(moneyAccount(movement), 'receivables')
      return [
        ...line(moneyAccount(movement), 'debit', amount),
        ...line('customer_credit', 'debit', movement.credit_minor),
        ...sold({ ...movement, amount_minor: amount + movement.credit_minor }, line),
      ]
    case 'refund':
      return both(movement.surplus ? 'surplus_payable' : 'refunds', moneyAccount(movement))
    case 'reversal':
      return both('receivables', moneyAccount(movement))
    case 'release':
      if (movement.detail === 'club') return both('refunds_payable', 'refunds')
      return both(movement.detail === 'waived' ? 'written_off' : 'refunds', 'receivables')
    case 'debt':
      return both(movement.detail === 'payout' ? 'receivables' : 'refunds', 'refunds_payable')
    case 'settlement':
      if (movement.detail === 'credit') return both('customer_credit', 'receivables')
      return both('refunds_payable', movement.detail === 'cash_refund' ? 'cash' : 'bank')
    case 'credit':
      return both(creditedFrom[movement.detail ?? ''] ?? 'goodwill', 'customer_credit')
  }
}

const other = (side: Side): Side => (side === 'debit' ? 'credit' : 'debit')

/** What an order was sold for, fees and tax apart. A rebate is moved from the fees. */
function sold(movement: Movement, line: (account: string, side: Side, minor: number) => LedgerLine[]): LedgerLine[] {
  const { service_fee_minor: fee, service_tax_minor: tax, transaction_fee_minor: transaction } = movement
  const price = movement.amount_minor - fee - tax - transaction
  const memberships = movement.event_id === null ? price : movement.membership_minor
  return [
    ...line('ticket_sales', 'credit', price - memberships),
    ...line('membership_sales', 'credit', memberships),
    ...line('service_fees', 'credit', fee),
    ...line('service_tax', 'credit', tax),
    ...line('transaction_fees', 'credit', transaction),
    ...line('service_fees', 'debit', movement.rebate_minor),
    ...line('rebates', 'credit', movement.rebate_minor),
  ]
}

/** Against what an entry of credit stands. */
const creditedFrom: Record<string, string> = {
  refunded: 'refunds',
  returned: 'refunds',
  expired: 'expired_credit',
}

/** Where the money is: with the provider until it pays out, in the drawer, at the bank, or wherever an instalment was paid to. */
function moneyAccount({ provider, payment_method: method }: Movement): string {
  if (provider !== 'manual') return `${provider}_clearing`
  return MANUAL_ACCOUNTS[method ?? 'instalments'] ?? 'other_receipts'
}

/** invoice: from before an invoice was a debt. */
const MANUAL_ACCOUNTS: Record<string, string> = {
  cash: 'cash',
  invoice: 'receivables',
  instalments: 'instalments_received',
  transfer: 'bank',
  cheque: 'bank',
  card: 'card_terminal_clearing',
}
