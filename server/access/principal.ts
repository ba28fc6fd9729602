import type { StaffRole } from './roles.ts'
import type { KeyKind, Scope } from './scopes.ts'

declare const organisation: unique symbol

/**
 * An organisation that the caller has proved to belong to. Only this folder makes one, and every query function takes it
 * as its first argument, so that a query for a tenant named by the request itself does not compile.
 */
export type OrgId = number & { readonly [organisation]: true }

/** What an organisation is for ever, and its keys with it: live, or a sandbox, in which no buyer is charged. */
export type OrganisationMode = 'live' | 'test'

/** Whom a request is made for, however they have proved it. */
type Caller = {
  readonly orgId: OrgId
  readonly mode: OrganisationMode
  readonly scopes: ReadonlySet<Scope>
  readonly suspended: boolean
  /** Set where the organisation is in another cell, with its address as far as that is known. */
  readonly elsewhere: { readonly address: string | null } | null
  readonly requestsPerMinute: number
  readonly requestsPerDay: number
  /** What all keys of its kind share in a day; null for a gate key and a person, who share with no other. */
  readonly organisationRequestsPerDay: number | null
}

export type KeyPrincipal = Caller & { readonly kind: KeyKind; readonly keyId: number }

/** Who a person is at the provider that an organisation has named for its staff, and to that organisation alone. */
export type SignOn = {
  /** As the session has it; that they have a role there is asked at every request. */
  readonly organisation: number
  readonly issuer: string
  readonly subject: string
  /** What the provider says their address is: to be shown, and no proof of anything. */
  readonly saidEmail: string
}

/** How staff are found among those of an organisation: by the address of an account of their own, or by who they are at its provider. */
export type StaffIdentity =
  | { readonly email: string; readonly signOn: null }
  | { readonly email: null; readonly signOn: SignOn }

/** A signed-in member of staff, in whichever organisations they have a role. */
export type StaffPerson = StaffIdentity & {
  readonly accountId: number
  readonly name: string
  readonly sessionId: number
  /** When they last proved to be there themselves. */
  readonly provedAt: Date
  /** `scan`: on a phone at a gate, where it opens what supervisors need and nothing else. */
  readonly surface: 'scan' | null
}

/** Such a person, in one of their organisations. */
export type StaffPrincipal = Caller & {
  readonly kind: 'staff'
  readonly staffId: number
  readonly role: StaffRole
  readonly person: StaffPerson
  /** What is enough for operations that only read. */
  readonly readScopes: ReadonlySet<Scope>
}

export type Principal = KeyPrincipal | StaffPrincipal

/** A person, and no software. */
export const isStaff = (principal: Principal): principal is StaffPrincipal => principal.kind === 'staff'

/** Only API keys can call the operations that use this. */
export function keyIdOf(principal: Principal): number {
  if (principal.kind === 'staff') throw new Error('a person is no key: this operation is not in the table of roles')
  return principal.keyId
}

/** For this folder, whose organisations.ts is for everybody else, and for tests: a rule of tests/rules holds it. */
export const orgIdOf = (value: number): OrgId => value as OrgId
