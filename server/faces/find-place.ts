import { type FoundShop, findShopOfHost, findShopOfSlug } from '../people/shops/find-shop.ts'
import { shopKeyOf } from '../people/shops/shop-key.ts'
import { RESERVED_SLUGS } from '../people/shops/shop-slug.ts'
import { HOST_PAGES, hostOf, type IsOwnHost } from '../platform/http/host-router.ts'
import type { Sql } from '../platform/postgres/database.ts'
import type { Clock, SystemClock } from '../platform/values/clock.ts'
import { withoutTrailingSlashes } from '../platform/values/trailing-slashes.ts'

const SHOP_PAGES = '/shop/'

/** A shop as it is served: what it sells with, what its addresses begin with, and which of its pages was asked for. */
export type ShopPlace = { key: string; base: string; page: string }

/** Where a page of the shop is now: a path, at another installation where the organisation has moved. */
export type MovedPlace = { redirect: { path: string; origin?: string } }

/** The shop that a page was asked of; where it is now; or undefined, where there is none. */
export type FindPlace = (url: string, hostHeader: string | undefined) => Promise<ShopPlace | MovedPlace | undefined>

type Deps = {
  sql: Sql
  clock: Clock
  systemClock: SystemClock
  isOwnHost: IsOwnHost
  /** Sells at /shop/ itself. */
  shopKey: () => string | undefined
}

export const placeFinder = ({ isOwnHost, shopKey, ...deps }: Deps): FindPlace => {
  const { sql, systemClock } = deps

  async function atHost(host: string, path: string, query: string) {
    // What was linked while it had no host of its own.
    const [, page] = /^\/shop\/(?:[^/]+\/)?(.*)$/.exec(path) ?? []
    const shop = await findShopOfHost(sql, host)
    if (!shop) return undefined
    if (shop.cellUrl !== null) return { redirect: atCell(shop.cellUrl, shop, path.slice(1) + query) }
    if (page !== undefined) return { redirect: { path: `/${page}${query}` } }
    return { key: await shopKeyOf(shop.orgId, deps), base: '/', page: path.slice(1) }
  }

  async function atSlug(slug: string, page: string, query: string) {
    const shop = await findShopOfSlug(sql, slug, systemClock())
    if (!shop) return undefined
    if (shop.cellUrl !== null) return { redirect: atCell(shop.cellUrl, shop, page + query) }
    if (shop.shop_slug !== slug) return { redirect: { path: `/shop/${shop.shop_slug}/${page}${query}` } }
    return { key: await shopKeyOf(shop.orgId, deps), base: `/shop/${slug}/`, page }
  }

  return async (url, hostHeader) => {
    const [path = '', query = ''] = splitQuery(url)
    const host = hostOf(hostHeader)
    if (path.startsWith(HOST_PAGES))
      return isOwnHost(host) ? undefined : atHost(host, path.slice(HOST_PAGES.length), query)
    const { first, hasSlash, page } = partsOf(path)
    // No slug has a dot: what has one is a file beside the first page.
    if (first === '' || RESERVED_SLUGS.includes(first) || first.includes('.')) {
      const key = shopKey()
      return key === undefined ? undefined : { key, base: '/shop/', page: path.slice(SHOP_PAGES.length) }
    }
    return !hasSlash ? { redirect: { path: `/shop/${first}/${query}` } } : atSlug(first, page, query)
  }
}

/** Of a path below `/shop/`: its first part, and what comes after the slash behind it. */
function partsOf(path: string): { first: string; hasSlash: boolean; page: string } {
  const below = path.startsWith(SHOP_PAGES) ? path.slice(SHOP_PAGES.length) : ''
  const at = below.indexOf('/')
  if (at === -1) return { first: below, hasSlash: false, page: '' }
  return { first: below.slice(0, at), hasSlash: true, page: below.slice(at + 1) }
}

function splitQuery(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}

/** An organisation that has moved has its shop at the other cell, at the same slug. */
const atCell = (cellUrl: string, { shop_slug }: FoundShop, page: string) => ({
  origin: withoutTrailingSlashes(cellUrl),
  path: `/shop/${shop_slug}/${page}`,
})
