import { toMajor } from '../../platform/values/money.ts'
import type { ReturnedShare } from '../../programme/tax-rates/return-tax.ts'
import type { LedgerAccount } from './ledger-accounts.ts'

/** What the books have an entry for, by its name in the file. */
export type MovementKind =
  | 'cash_difference'
  | 'cash_rounding'
  | 'credit'
  | 'credit_sale'
  | 'debt'
  | 'payment'
  | 'payout'
  | 'payout_return'
  | 'provider_exchange'
  | 'provider_fee'
  | 'provider_match'
  | 'provider_stray'
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
  /** The amount includes tax that is added on top of the fee. */
  transaction_fee_minor: number
  rebate_minor: number
  /** What of the order credit has paid. */
  credit_minor: number
  /** What of the order bears a rate of tax, by account and rate; null: nothing is known of tax. */
  tax_parts: TaxedAmount[] | null
  /** The tax in what goes back. */
  returned_taxes: ReturnedShare[] | null
}

/** Part of an account of sales: with its tax, and the tax; of a fee, what of that is service tax. */
export type TaxedAmount = {
  account: LedgerAccount
  thousandths: number
  amount_minor: number
  tax_minor: number
  service_tax_minor: number
}

/** `tax_percentage` is the rate that the amount bears, or is the tax of; null where nothing is known of tax. */
export type LedgerLine = {
  account: LedgerAccount
  debit: number | null
  credit: number | null
  tax_percentage: number | null
}

type Side = 'debit' | 'credit'

/** What a movement is in the accounts. Debits and credits of each are the same sum, and no line is of nothing. */
export function ledgerLines(movement: Movement): LedgerLine[] {
  const { currency, amount_minor: amount } = movement
  const line: ToLine = (account, side, minor, thousandths) =>
    minor === 0
      ? []
      : [
          {
            account,
            debit: null,
            credit: null,
            tax_percentage: thousandths === undefined ? null : thousandths / 1000,
            [minor > 0 ? side : other(side)]: toMajor(Math.abs(minor), currency),
          },
        ]
  const both = (debited: LedgerAccount, credited: LedgerAccount) => [
    ...line(debited, 'debit', amount),
    ...line(credited, 'credit', amount),
  ]
  /** What is given back, without its tax, and the tax, which is not owed to the state any more. */
  const givenBack = (credited: LedgerAccount) => [...returned(movement, line), ...line(credited, 'credit', amount)]
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
      return movement.surplus ? both('surplus_payable', moneyAccount(movement)) : givenBack(moneyAccount(movement))
    case 'reversal':
      return both('receivables', moneyAccount(movement))
    case 'release':
      if (movement.detail === 'club') return forgone(movement, line)
      return movement.detail === 'waived' ? both('written_off', 'receivables') : givenBack('receivables')
    case 'debt':
      if (movement.surplus) return both('surplus_payable', 'refunds_payable')
      return movement.detail === 'payout' ? both('receivables', 'refunds_payable') : givenBack('refunds_payable')
    case 'settlement':
      if (movement.detail === 'credit') return both('customer_credit', 'receivables')
      return both('refunds_payable', movement.detail === 'cash_refund' ? 'cash' : 'bank')
    case 'payout':
      return both('bank', moneyAccount(movement))
    case 'payout_return':
      return both(moneyAccount(movement), 'bank')
    case 'provider_fee':
      return both('provider_fees', moneyAccount(movement))
    case 'provider_exchange':
    case 'provider_match':
    case 'provider_stray':
      return both(moneyAccount(movement), 'provider_differences')
    case 'cash_difference':
      return both('cash_difference', 'cash')
    case 'cash_rounding':
      return both('cash', 'cash_rounding')
    case 'credit':
      if (movement.detail === 'returned') return givenBack('customer_credit')
      return both(creditedFrom[movement.detail ?? ''] ?? 'goodwill', 'customer_credit')
  }
}

const other = (side: Side): Side => (side === 'debit' ? 'credit' : 'debit')

type ToLine = (account: LedgerAccount, side: Side, minor: number, thousandths?: number) => LedgerLine[]

/**
 * What an order was sold for without tax, by rate, and the tax by rate; fees apart. A rebate is moved from the fees. A service tax whose rate
 * is known is tax as any other; one that a price says without a rate has an account of its own.
 */
function sold(movement: Movement, line: ToLine): LedgerLine[] {
  const { service_fee_minor: fee, service_tax_minor: tax, transaction_fee_minor: transaction } = movement
  const price = movement.amount_minor - fee - tax - transaction
  const memberships = movement.event_id === null ? price : movement.membership_minor
  const parts = movement.tax_parts ?? []
  const ratedTax = parts.reduce((sum, part) => sum + part.service_tax_minor, 0)
  const net = (account: LedgerAccount, minor: number) => {
    const taxed = parts.filter((part) => part.account === account)
    const untaxed = minor - taxed.reduce((sum, part) => sum + part.amount_minor, 0)
    return [
      ...taxed.flatMap((part) => line(account, 'credit', part.amount_minor - part.tax_minor, part.thousandths)),
      ...line(account, 'credit', untaxed),
    ]
  }
  return [
    ...net('ticket_sales', price - memberships),
    ...net('membership_sales', memberships),
    ...net('service_fees', fee + ratedTax),
    ...line('service_tax', 'credit', tax - ratedTax),
    ...net('transaction_fees', transaction),
    ...taxByRate(parts).flatMap(([thousandths, minor]) => line('tax_payable', 'credit', minor, thousandths)),
    ...line('service_fees', 'debit', movement.rebate_minor),
    ...line('rebates', 'credit', movement.rebate_minor),
  ]
}

function returned({ amount_minor: amount, returned_taxes: taxes }: Movement, line: ToLine): LedgerLine[] {
  const shares = taxes ?? []
  const untaxed = amount - shares.reduce((sum, share) => sum + share.amount_minor, 0)
  return [
    ...shares.flatMap((share) => line('refunds', 'debit', share.amount_minor - share.tax_minor, share.thousandths)),
    ...line('refunds', 'debit', untaxed),
    ...taxByRate(shares).flatMap(([thousandths, minor]) => line('tax_payable', 'debit', minor, thousandths)),
  ]
}

/** What the club owed and need not hand back was not given back: its taxes are below zero. A surplus stays its payer's. */
function forgone(movement: Movement, line: ToLine): LedgerLine[] {
  const { amount_minor: amount } = movement
  return [
    ...line('refunds_payable', 'debit', amount),
    ...(movement.surplus
      ? line('surplus_payable', 'credit', amount)
      : returned({ ...movement, amount_minor: -amount }, line)),
  ]
}

function taxByRate(parts: { thousandths: number; tax_minor: number }[]): [thousandths: number, minor: number][] {
  const rates = Map.groupBy(parts, ({ thousandths }) => thousandths)
  return [...rates].map(([thousandths, each]) => [thousandths, each.reduce((sum, part) => sum + part.tax_minor, 0)])
}

/** Against what an entry of credit stands. */
const creditedFrom: Record<string, LedgerAccount> = {
  refunded: 'refunds',
  expired: 'expired_credit',
}

/** Where the money is: with the provider until it pays out, in the drawer, at the bank, or wherever an instalment was paid to. */
function moneyAccount({ provider, payment_method: method }: Movement): LedgerAccount {
  if (provider !== 'manual') return provider === 'test' ? 'test_clearing' : 'stripe_clearing'
  return MANUAL_ACCOUNTS[method ?? 'instalments'] ?? 'other_receipts'
}

/** invoice: from before an invoice was a debt. */
const MANUAL_ACCOUNTS: Record<string, LedgerAccount> = {
  cash: 'cash',
  invoice: 'receivables',
  instalments: 'instalments_received',
  transfer: 'bank',
  cheque: 'bank',
  card: 'card_terminal_clearing',
}
