import { type ClientOptions, createClient, type Grandstand } from './client.ts'
import { baskets, events, prices, sso, storefront } from './generated/table.ts'

export type ShopClient = Pick<Grandstand, 'baskets' | 'events' | 'prices' | 'sso' | 'storefront' | 'request'>

/** For the page of a shop: only what sells, so that fans do not load what staff call. */
export function shopClient(options: ClientOptions & { key: string }): ShopClient {
  refuseSecretKey(options)
  return createClient({ baskets, events, prices, sso, storefront }, options)
}

/** What stands in a page can be read by every visitor. */
export function refuseSecretKey({ key }: ClientOptions): void {
  if (key !== undefined && !/^gs_[pg]k_/.test(key)) throw new TypeError('A web page takes a publishable key: gs_pk_…')
}
