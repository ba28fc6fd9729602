import { type ClientOptions, createClient, type Grandstand } from './client.ts'
import * as table from './generated/table.ts'

export type { CallOptions, ClientOptions, Grandstand, List } from './client.ts'
// biome-ignore lint/performance/noBarrelFile: the entry of the package, which names what it gives.
export { type ErrorCode, GrandstandError } from './errors.ts'
export type * from './generated/models.ts'
export { type ShopClient, shopClient } from './shop-client.ts'

/** For programs on a server of yours. A secret key in a browser can be read by every visitor: there, use the browser's entry. */
export const grandstand = (options: ClientOptions & { key: string }): Grandstand => createClient(table, options)
