import type { Storefront } from '@grandstand/sdk'
import { createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { type DateStyle, formatDate } from '../kit/dates.ts'
import { localeOf, spokenOf } from '../kit/languages.ts'
import { money } from '../kit/money.ts'
import { type Place, placeText } from '../kit/place.ts'
import { tellTop } from './embedded.ts'
import type { Words } from './words/en.ts'

/** What every page of the shop is drawn with. */
export type Shop = { storefront: Storefront; words: Words; language: string; setLanguage(language: string): void }

export const ShopContext = createContext<Shop | undefined>(undefined)

export function useShop(): Shop & {
  price(amount: number, currency?: string | null): string
  date(unixSeconds: number, zone: string, style: DateStyle): string
  place(place: Place): string
} {
  const shop = useContext(ShopContext)
  if (!shop) throw new Error('no shop')
  const locale = localeOf(shop.language, shop.storefront.country)
  const style = { several: shop.storefront.several_currencies }
  return {
    ...shop,
    price: (amount, currency) => money(amount, currency ?? shop.storefront.currency, locale, style),
    date: (at, zone, style) => formatDate(at, zone, locale, style),
    place: (place) => placeText(place, spokenOf(shop.language) ?? 'en'),
  }
}

/**
 * The title of the tab, and the focus on the heading when one page gives way to another, so that it is read out; a page that is several in
 * turn says which by `state`.
 */
export function usePage(
  title: string | undefined,
  state: string | boolean = title !== undefined,
  /** False where a part of it comes later, and reveals the page. */
  isDrawn = true,
): void {
  const { storefront } = useShop()
  const isFirst = useRef(true)
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${storefront.name}`
  }, [title, storefront.name])
  useEffect(() => {
    if (!state) return
    if (isDrawn) reveal()
    const isTheBrowsers = isFirst.current && !hasNavigated
    isFirst.current = false
    if (isTheBrowsers) return
    scrollTo(0, 0)
    tellTop()
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [state])
}

/** What was served to be read gives way once there is a page to take its place, so that nothing flickers or jumps in between. */
export function reveal(): void {
  document.getElementById('served')?.remove()
  document.getElementById('app')?.removeAttribute('hidden')
}

let hasNavigated = false

/** From then on a new page takes the focus; the first one leaves it to the browser. */
export const noteNavigation = (): void => {
  hasNavigated = true
}
