import type { LogoDeps } from './mail/logos.ts'

/** What the slices of messages own and hand to operations. For server/app.ts, which makes it; an operation names what it needs. */
export type MessagesDeps = LogoDeps
