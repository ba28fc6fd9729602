/** The accounts of our books, in the order of a balance: where money is, what is owed, what was sold, what went back. */
export const ledgerAccounts = [
  'cash',
  'bank',
  'card_terminal_clearing',
  'stripe_clearing',
  'test_clearing',
  'instalments_received',
  'other_receipts',
  'receivables',
  'refunds_payable',
  'surplus_payable',
  'customer_credit',
  'tax_payable',
  'provider_differences',
  'ticket_sales',
  'membership_sales',
  'service_fees',
  'service_tax',
  'transaction_fees',
  'rebates',
  'expired_credit',
  'refunds',
  'written_off',
  'provider_fees',
  'goodwill',
] as const

export type LedgerAccount = (typeof ledgerAccounts)[number]
