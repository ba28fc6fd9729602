import type { PictureDeps } from './pictures/serve-picture.ts'
import type { SsoDeps } from './sso/verify-token.ts'

/** The slices of people own these and hand them to operations. server/app.ts makes them; an operation names what it needs. */
export type PeopleDeps = SsoDeps & PictureDeps
