import { AccessError } from '../errors.ts'
import type { Principal } from '../principal.ts'
import { rightsByRole, type StaffRole } from '../roles.ts'
import { defaultScopes, type KeyKind, type Scope } from '../scopes.ts'

/**
 * Whether a maker has a scope to give. No secret key can carry `gate:scan`: it goes with `gates:manage`, which enrols the devices. An
 * owner gives whatever the organisation's software may need.
 */
const hasToGive = (maker: Principal, scope: Scope): boolean =>
  maker.scopes.has(scope) ||
  (scope === 'gate:scan' && maker.scopes.has('gates:manage')) ||
  (maker.kind === 'staff' && maker.role === 'owner')

/** A caller makes, rolls or revokes no key that can do more than its own: a leaked key could otherwise make itself any other, or shut out a better one. */
export function requireGrantable(maker: Principal, wanted: readonly Scope[]): void {
  const missing = wanted.filter((scope) => !hasToGive(maker, scope))
  if (missing.length === 0) return
  const message = `You cannot give what you do not have yourself: ${missing.join(', ')}.`
  throw new AccessError('scope_missing', { message })
}

/** A caller gives or takes no role that sees or does more than its own: what the role may only read is compared with what the caller may read. */
export function requireRole(maker: Principal, role: StaffRole): void {
  const { read, write } = rightsByRole[role]
  requireGrantable(maker, [...write])
  const readable = maker.kind === 'staff' ? maker.readScopes : maker.scopes
  const missing = [...read].filter((scope) => !readable.has(scope))
  if (missing.length === 0 || (maker.kind === 'staff' && maker.role === 'owner')) return
  throw new AccessError('scope_missing', {
    message: `You cannot give or take what you may not read yourself: ${missing.join(', ')}.`,
  })
}

/** What a key gets when its maker does not say: of what its kind usually has, what the maker has too. */
export function scopesToGive(maker: Principal, kind: KeyKind): Scope[] {
  const usual = defaultScopes(kind)
  const grantable = usual.filter((scope) => hasToGive(maker, scope))
  if (grantable.length === 0) requireGrantable(maker, usual)
  return grantable
}
