import type { RotationDeps } from './tickets/rotation-keys.ts'
import type { SigningDeps } from './tickets/sign-tickets.ts'

/** The sum of what the slices of this area need. Only server/app.ts uses it, which makes it; an operation names its own part. */
export type TicketsDeps = SigningDeps & RotationDeps
