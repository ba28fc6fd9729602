import type { KeyKind } from './principal.ts'

/** What a key may be allowed to do. A route names exactly one; a key without it is refused. */
export const scopes = {
  'organisation:read': 'the organisation’s own record',
  'customers:read': 'customers',
  'events:read': 'events',
  'prices:read': 'prices of events',
  'orders:read': 'orders and their tickets',
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
  manage: 'create and change everything under /v1/manage',
} as const

export type Scope = keyof typeof scopes

/**
 * `public` routes need no key and are limited by address; `health` routes are neither authenticated nor limited.
 * They are spelt out like scopes, so that a route without any declaration cannot be registered.
 */
export type RouteScope = Scope | 'public' | 'health'

export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name)

/** The most that a kind of key can carry. A publishable key is printed in web pages; a gate key sits in a scanner. */
export const scopesOfKind: Record<KeyKind, readonly Scope[]> = {
  sk: (Object.keys(scopes) as Scope[]).filter((scope) => scope !== 'gate:scan'),
  pk: ['events:read', 'prices:read', 'baskets:write', 'sso:read'],
  gk: ['gate:scan'],
}

/** What a new key gets when nobody says: `manage` is given on purpose only. */
export const defaultScopes = (kind: KeyKind): Scope[] => scopesOfKind[kind].filter((scope) => scope !== 'manage')
