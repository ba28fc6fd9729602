/** Wallets that are shown only at hosts that the provider knows. */
export const domainWallets = ['apple_pay', 'google_pay', 'link'] as const
export type DomainWallet = (typeof domainWallets)[number]

/** A host as the provider knows it. */
export type RegisteredDomain = {
  reference: string
  ready: DomainWallet[]
  /** What the provider says of those that are not. */
  problem: string | null
}

export type DomainResult =
  | { kind: 'registered'; domain: RegisteredDomain }
  /** With what the provider said, if it said anything to people. */
  | { kind: 'failed'; problem: string | null; cause: unknown }

export type ProviderDomains = {
  /** May be asked any number of times: one that is known is looked at anew, and what is not ready yet is tried again. */
  register(account: string | null, host: string): Promise<DomainResult>
}
