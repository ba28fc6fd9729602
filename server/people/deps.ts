import type { PictureDeps } from './pictures/serve-picture.ts'
import type { SsoDeps } from './sso/verify-token.ts'

/** What the slices of people own and hand to operations. For server/app.ts, which makes it; an operation names what it needs. */
export type PeopleDeps = SsoDeps & PictureDeps
