import { type ClientOptions, createClient, type Grandstand } from './client.ts'

export type { CallOptions, ClientOptions, Grandstand, List } from './client.ts'
// biome-ignore lint/performance/noBarrelFile: the entry of the package, which names what it gives.
export { type ErrorCode, GrandstandError } from './errors.ts'
export type * from './generated/models.ts'
export { operationOf } from './operation-of.ts'

/** For web pages: takes the key that may stand in them, or the session of whoever is signed in, and refuses a secret key. */
export function grandstand(options: ClientOptions): Grandstand {
  if (options.key !== undefined && !/^gs_[pg]k_/.test(options.key))
    throw new TypeError('A web page takes a publishable key: gs_pk_…')
  return createClient(options)
}
