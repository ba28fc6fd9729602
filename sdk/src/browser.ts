import { type ClientOptions, createClient, type Grandstand } from './client.ts'
import * as table from './generated/table.ts'
import { refuseSecretKey } from './shop-client.ts'

export type { CallOptions, ClientOptions, Grandstand, List } from './client.ts'
// biome-ignore lint/performance/noBarrelFile: the entry of the package, which names what it gives.
export { type ErrorCode, GrandstandError } from './errors.ts'
export type * from './generated/models.ts'
export { operationOf } from './operation-of.ts'
export { type ShopClient, shopClient } from './shop-client.ts'

/** For web pages: takes the key that may stand in them, or the session of signed-in staff, and refuses a secret key. */
export function grandstand(options: ClientOptions): Grandstand {
  refuseSecretKey(options)
  return createClient(table, options)
}
