import type { CookieDeps } from './staff/cookies.ts'
import type { SessionDeps } from './staff/sessions.ts'

/** The slices of access own these and hand them to operations. server/app.ts makes them; an operation names what it needs. */
export type AccessDeps = SessionDeps & CookieDeps
