import type { LogoDeps } from './mail/logos.ts'
import type { MessageFieldsDeps } from './webhooks/shown-messages.ts'

/** What the slices of messages own and hand to operations. For server/app.ts, which makes it; an operation names what it needs. */
export type MessagesDeps = LogoDeps & MessageFieldsDeps
