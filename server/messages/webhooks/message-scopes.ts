import { mayWith } from '../../access/authenticate/guard-fields.ts'
import { AccessError } from '../../access/errors.ts'
import type { Principal } from '../../access/principal.ts'
import type { Scope } from '../../access/scopes.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isMessageType, type MessageType, messageTypes, scopeOfMessage } from './message-types.ts'
import type { MessageFields } from './shown-messages.ts'

/** In `types` of an endpoint: every type there is and will be, as far as its scopes go. */
export const ALL_TYPES = '*'

/** What a key may read. A key that may do anything with endpoints may be told about endpoints. */
export const readScopesOf = ({ scopes }: Pick<Principal, 'scopes'>): Scope[] => [
  ...new Set<Scope>(['webhooks:read', ...[...scopes].filter((scope) => scope.endsWith(':read'))]),
]

/** The types of which messages may be shown to a key. */
export const typesShownTo = (principal: Pick<Principal, 'scopes'>): MessageType[] =>
  typesWithin([ALL_TYPES], readScopesOf(principal))

/** What an endpoint is sent: of the types that it wants, those of its scopes. */
export const typesSentTo = ({ types, scopes }: { types: string[]; scopes: string[] }): MessageType[] =>
  typesWithin(types, scopes)

function typesWithin(types: string[], scopes: string[]): MessageType[] {
  const isWanted = (type: MessageType) => types.includes(ALL_TYPES) || types.includes(type)
  return messageTypes.filter((type) => isWanted(type) && scopes.includes(scopeOfMessage(type)))
}

export const isShownTo = (principal: Pick<Principal, 'scopes'>, type: string): boolean =>
  isMessageType(type) && readScopesOf(principal).includes(scopeOfMessage(type))

/** Who may not read something may not have it sent anywhere either. */
export function requireShown(principal: Pick<Principal, 'scopes'>, types: string[]): void {
  const hidden = types.filter((type) => type !== ALL_TYPES).find((type) => !isShownTo(principal, type))
  if (hidden === undefined) return
  const scope = isMessageType(hidden) ? ` ${scopeOfMessage(hidden)}` : ''
  throw new AccessError('scope_missing', {
    message: `The API key does not have the scope${scope} that messages of the type ${hidden} need.`,
  })
}

/**
 * A caller who moves an endpoint, takes it away or has something sent there again may read all that it is sent, and as whole: else a key that
 * may do little could silence another, or have codes sent to itself.
 */
export function requireRightsOf(
  principal: Pick<Principal, 'scopes'>,
  endpoint: { types: string[]; scopes: string[] },
  fields: MessageFields,
): void {
  const types = typesSentTo(endpoint)
  requireShown(principal, types)
  const may = mayWith(principal.scopes)
  const missing = types
    .flatMap((type) => fields.get(type)?.scopes ?? [])
    .find((scope) => endpoint.scopes.includes(scope) && !may(scope))
  if (missing === undefined) return
  throw new AccessError('scope_missing', {
    message: `The API key does not have the scope ${missing}, by which the endpoint is sent fields whole.`,
  })
}

/** Whether an endpoint must not be sent a message that waits for it: its types were chosen anew by a caller that may read less. */
export const isBarredFrom = ({ scopes }: { scopes: string[] }, type: string): boolean =>
  isMessageType(type) && !scopes.includes(scopeOfMessage(type))

/** The table of types and their scopes, for a query; it has no row for a type of a later version, which then goes to no endpoint. */
export const messageScopes = (sql: Db) => sql`
  unnest(${messageTypes}::text[], ${messageTypes.map((type) => scopeOfMessage(type))}::text[]) as s (type, scope)`
