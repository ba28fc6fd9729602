/** What of the money in an account of the provider a movement is. */
export const movementKinds = [
  'payment',
  'payment_returned',
  'refund',
  'refund_returned',
  'dispute',
  'dispute_won',
  'fee',
  'payout_returned',
  'reserve',
  'other',
] as const
export type PayoutMovementKind = (typeof movementKinds)[number]

export const payoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'cancelled'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** Money on its way from an account of the provider to the bank of whom it belongs to. */
export type ProviderPayout = {
  reference: string
  status: PayoutStatus
  /** Below zero it is taken from the bank account. */
  amountMinor: number
  currency: string
  isAutomatic: boolean
  /** Whether the provider says what is in it: not yet, now, or never. */
  isListed: 'waiting' | 'ready' | 'never'
  issuedAt: Date
  /** YYYY-MM-DD */
  arrivesOn: string
  statementText: string | null
  traceReference: string | null
  failureCode: string | null
}

export type ProviderMovement = {
  reference: string
  kind: PayoutMovementKind
  providerKind: string
  /** As it is in our rows: of the payment, of the refund, of the dispute. */
  sourceReference: string | null
  movedAt: Date
  /** The net of it is what the account has more, or less. */
  amountMinor: number
  feeMinor: number
  currency: string
}

export type PayoutList =
  /** All that were made since then; `isWhole` says whether they were not too many. */
  { kind: 'listed'; payouts: ProviderPayout[]; isWhole: boolean } | { kind: 'unknown'; cause: unknown }

export type MovementPage =
  /** `last` is where the next page begins; undefined where there is none. */
  { kind: 'listed'; movements: ProviderMovement[]; last: string | undefined } | { kind: 'unknown'; cause: unknown }

/** The provider's account of what it has paid out. */
export type ProviderPayouts = {
  list(account: string | null, sinceUnix: number): Promise<PayoutList>
  /** A page of what a payout is made of, without the payout itself. */
  movements(account: string | null, payout: string, after: string | null): Promise<MovementPage>
}
