import type { Scope } from './scopes.ts'

export const roles = ['owner', 'manager', 'box_office', 'membership', 'gates', 'finance', 'reader'] as const
export type StaffRole = (typeof roles)[number]

export const isRole = (name: string): name is StaffRole => (roles as readonly string[]).includes(name)

/** What no person does: software sells through baskets, fans sign on, scanners scan; and a person has a role, not the umbrella. */
type NotForStaff = 'manage' | 'baskets:write' | 'sso:read' | 'gate:scan'
export type StaffScope = Exclude<Scope, NotForStaff>

/**
 * Who may do what: `w` everything that the scope opens, `r` only what reads, `-` nothing. Operations name a scope; a scope without
 * a row does not compile.
 */
const TABLE: Record<StaffScope, string> = {
  //                      owner manager box_office membership gates finance reader
  'organisation:read': '    r     r        r          r         r      r       r',
  'events:read': '          r     r        r          r         r      r       r',
  'prices:read': '          r     r        r          r         r      r       r',
  'memberships:read': '     r     r        r          r         r      r       r',
  'customers:read': '       r     r        r          r         -      r       r',
  'members:read': '         r     r        r          r         r      r       r',
  'members:write': '        w     w        -          w         -      -       -',
  'orders:read': '          r     r        r          r         r      r       r',
  'codes:read': '           r     r        r          -         -      -       -',
  'cards:read': '           r     r        r          r         -      -       -',
  'scans:read': '           r     r        r          -         r      -       r',
  'stats:read': '           r     r        r          r         r      r       r',
  'programme:manage': '     w     w        r          r         r      r       r',
  'orders:manage': '        w     w        w          r         r      r       r',
  'refunds:manage': '       w     w        w          r         -      w       r',
  'debts:manage': '         w     w        w          w         -      w       r',
  'documents:manage': '     w     w        r          r         -      w       r',
  'payouts:manage': '       w     w        -          -         -      w       -',
  'box_office:manage': '    w     w        w          -         -      r       r',
  'tills:manage': '         w     w        -          -         -      -       -',
  'customers:manage': '     w     w        w          w         -      r       r',
  'members:manage': '       w     w        r          w         r      r       r',
  'runs:manage': '          w     w        w          w         -      w       r',
  'gates:manage': '         w     w        r          -         w      -       r',
  'figures:manage': '       w     w        -          -         -      r       r',
  'search:manage': '        w     w        r          r         r      r       r',
  'organisation:manage': '  w     w        -          -         -      -       r',
  'webhooks:read': '        r     r        -          -         -      -       -',
  'webhooks:write': '       w     w        -          -         -      -       -',
  'payments:manage': '      w     r        -          -         -      w       -',
  'audit:manage': '         w     r        -          -         -      r       -',
  'team:manage': '          w     r        -          -         -      -       -',
  'keys:manage': '          w     -        -          -         -      -       -',
}

export type Rights = { readonly write: ReadonlySet<Scope>; readonly read: ReadonlySet<Scope> }

/** What supervisors need on a phone at a gate, whatever their role may do elsewhere. */
const SCAN_SCOPES = new Set<Scope>(['organisation:read', 'events:read', 'scans:read', 'gates:manage'])

type RightsOf = { readonly scopes: ReadonlySet<Scope>; readonly readScopes: ReadonlySet<Scope> }

/** The rights of a role, as far as the session goes. */
export function rightsOn({ surface }: { surface: 'scan' | null }, { scopes, readScopes }: RightsOf): RightsOf {
  if (surface === null) return { scopes, readScopes }
  return { scopes: scopes.intersection(SCAN_SCOPES), readScopes: readScopes.intersection(SCAN_SCOPES) }
}

const lettersOf = (row: string) => row.trim().split(/\s+/)

const rightsOf = (role: StaffRole): Rights => {
  const letter = (scope: StaffScope) => lettersOf(TABLE[scope])[roles.indexOf(role)]
  const all = Object.keys(TABLE) as StaffScope[]
  return {
    // What only reads is as good for whatever is made of it, a webhook's messages for instance.
    write: new Set(all.filter((scope) => letter(scope) === 'w' || (letter(scope) === 'r' && scope.endsWith(':read')))),
    read: new Set(all.filter((scope) => letter(scope) !== '-')),
  }
}

export const rightsByRole: Record<StaffRole, Rights> = Object.fromEntries(
  roles.map((role) => [role, rightsOf(role)]),
) as Record<StaffRole, Rights>

/** Whether any person may ever do it. */
export const isForStaff = (scope: string): boolean => Object.hasOwn(TABLE, scope)
