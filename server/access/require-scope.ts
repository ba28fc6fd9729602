import { AccessError } from './errors.ts'
import type { Principal } from './principal.ts'
import type { Scope } from './scopes.ts'

/** For what an operation does only when asked for it, and its own scope does not open. */
export function requireScope({ scopes }: Principal, scope: Scope): void {
  if (!scopes.has(scope)) throw new AccessError('scope_missing', { message: `This needs the scope ${scope} besides.` })
}
