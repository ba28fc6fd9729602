import type { Scope } from './scopes.ts'

declare const organisation: unique symbol

/**
 * An organisation that the caller has proved to belong to. Only this folder makes one, and every query function takes it
 * as its first argument, so that a query for a tenant named by the request itself does not compile.
 */
export type OrgId = number & { readonly [organisation]: true }

export type KeyKind = 'sk' | 'pk' | 'gk'
/** What an organisation is for ever, and its keys with it: live, or a sandbox, in which nobody is charged. */
export type OrganisationMode = 'live' | 'test'

export type Principal = {
  readonly orgId: OrgId
  readonly keyId: number
  readonly kind: KeyKind
  readonly mode: OrganisationMode
  readonly scopes: ReadonlySet<Scope>
  readonly suspended: boolean
  /** Set where the organisation is in another cell, with its address as far as that is known. */
  readonly elsewhere: { readonly address: string | null } | null
  readonly requestsPerMinute: number
  readonly requestsPerDay: number
  /** What all keys of its kind share in a day; null for a gate key, which shares with nobody. */
  readonly organisationRequestsPerDay: number | null
}

/** For this folder, whose organisations.ts is for everybody else, and for tests: a rule of tests/rules holds it. */
export const orgIdOf = (value: number): OrgId => value as OrgId
