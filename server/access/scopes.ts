export type KeyKind = 'sk' | 'pk' | 'gk'

/** What a caller may be allowed to do. A route names exactly one, and a key without it is refused; fields of an answer may name another. */
export const scopes = {
  'organisation:read': 'the organisation’s own record',
  'customers:read': 'customers',
  'events:read': 'events',
  'prices:read': 'prices of events',
  'orders:read': 'orders and their tickets',
  'codes:read': 'what opens gates and orders, whole: codes, files and secrets of tickets, cards of members',
  'cards:read': 'of that, the codes and cards of members alone',
  'scans:read': 'scans at the gates',
  'stats:read': 'sold and attended figures, sales summaries',
  'members:read': 'members',
  'members:write': 'create and fulfil members',
  'memberships:read': 'membership types, categories and payment options',
  'baskets:write': 'open, change and check out baskets',
  'sso:read': 'orders and tickets of the signed-in fan',
  'webhooks:read': 'webhook endpoints, messages and deliveries',
  'webhooks:write': 'change webhook endpoints, replay and retry',
  'gate:scan': 'scan at a gate, fetch manifests',
  'programme:manage': 'venues, seat maps, events and their pictures, questions, prices, discounts and signing keys',
  'orders:manage': 'orders and tickets, with their files',
  'refunds:manage': 'refunds, cancelled orders and refund runs',
  'debts:manage': 'what is owed by fans and to them, with what is recorded as paid; credits',
  'documents:manage': 'invoices, receipts and credit notes, who issues them and their series',
  'payouts:manage': 'where fans want what the organisation owes to be transferred',
  'box_office:manage': 'sell at the counter, tills and links to pay',
  'tills:manage': 'tills of colleagues: their cash moved and counted, besides box_office:manage',
  'customers:manage': 'customers, with what is kept about them',
  'members:manage': 'members, the membership catalogue and instalments',
  'runs:manage':
    'what is done with many orders, customers, members or instalments at once, each with its own scope besides; tags',
  'gates:manage': 'devices, scan conflicts, live figures of the gates',
  'figures:manage': 'sales over time',
  'search:manage': 'one search over people, orders, tickets and events; what needs attention',
  'organisation:manage': 'the organisation’s settings, look and sign-on providers',
  'payments:manage': 'the payment account',
  'keys:manage': 'API keys',
  'team:manage': 'who works for the organisation, and as what',
  'audit:manage': 'the audit log',
  manage: 'all scopes that end in :manage, those of later versions too',
} as const

export type Scope = keyof typeof scopes

/** Of operations under /v1/manage. A new key has them on purpose only. */
export const isManagement = (scope: string): boolean => scope === 'manage' || scope.endsWith(':manage')

const managementScopes = (Object.keys(scopes) as Scope[]).filter(isManagement)

/** What these scopes let a caller do: `manage` stands for every scope of its kind, and `codes:read` covers cards. */
export const opened = (granted: readonly Scope[]): Set<Scope> =>
  new Set([
    ...granted,
    ...(granted.includes('manage') ? managementScopes : []),
    ...(granted.includes('codes:read') ? (['cards:read'] as const) : []),
  ])

/**
 * `public` routes need no key and are limited by address; `health` routes are neither authenticated nor limited, nor are
 * `asset` routes, the files of a page: they come from memory, and a whole ground may ask for them from one address.
 * `session` routes are for signed-in staff, about themselves, in no organisation; `secret_key` routes for every secret key, whatever its
 * scopes. They are spelt out like scopes, so that a route without any declaration cannot be registered.
 */
export type OpenScope = 'public' | 'health' | 'asset'
export type RouteScope = Scope | OpenScope | 'session' | 'secret_key'

/** Callers need no key, and none is looked at. */
export const isOpen = (scope: RouteScope): scope is OpenScope => ['public', 'health', 'asset'].includes(scope)

export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name)

/** The most that a kind of key can carry. A publishable key is printed in web pages; a gate key sits in a scanner. */
export const scopesOfKind: Record<KeyKind, readonly Scope[]> = {
  sk: (Object.keys(scopes) as Scope[]).filter((scope) => scope !== 'gate:scan'),
  pk: ['events:read', 'prices:read', 'baskets:write', 'sso:read'],
  gk: ['gate:scan', 'codes:read'],
}

/** A key is given these where its maker names none: no scope to manage by, and no gate key has codes in full unless its maker says so. */
export const defaultScopes = (kind: KeyKind): Scope[] =>
  kind === 'gk' ? ['gate:scan'] : scopesOfKind[kind].filter((scope) => !isManagement(scope))
