/** What a provider knows of an organisation's account. */
export type AccountState = {
  /** The staff member who opened it has told the provider everything that was asked. */
  detailsSubmitted: boolean
  /** The provider lets it take payments. */
  chargesEnabled: boolean
}

export type NewAccount = {
  orgId: number
  country: string
  /** The same key again gives the same account, never a second one. */
  idempotencyKey: string
}

/** Opening accounts for organisations. Calls out; what goes wrong is `payment_provider_error`. */
export type PaymentAccounts = {
  create(account: NewAccount): Promise<string>
  /** A page of the provider, for a while or for ever, on which the organisation tells about itself, and from which it comes back to `returnUrl`. */
  link(
    account: string,
    urls: { returnUrl: string; refreshUrl: string },
  ): Promise<{ url: string; expiresAt: Date | null }>
  retrieve(account: string): Promise<AccountState>
  /** The ways to pay that may be offered there, by the provider's names. */
  methods(account: string): Promise<string[]>
}
