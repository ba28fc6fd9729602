import type { CookieDeps } from './staff/cookies.ts'
import type { SessionDeps } from './staff/sessions.ts'

/** What the slices of access own and hand to operations. For server/app.ts, which makes it; an operation names what it needs. */
export type AccessDeps = SessionDeps & CookieDeps
