import '../kit/tokens.css'
import '../kit/base.css'
import './served.css'
import type { Storefront } from '@grandstand/sdk'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ErrorBoundary } from 'preact-iso/lazy'
import { LocationProvider, Route, Router } from 'preact-iso/router'
import { ButtonLink } from '../kit/button.tsx'
import { type Language, spokenOf } from '../kit/languages.ts'
import { useLoad } from '../kit/use-load.ts'
import { api, askIn } from './api.ts'
import { config, pages, routes } from './config.ts'
import { isEmbedded } from './embedded.ts'
import { EventPage } from './event-page.tsx'
import { Layout } from './layout.tsx'
import { LoadTrouble, Message } from './notice.tsx'
import { part } from './part.tsx'
import { noteNavigation, type Shop, ShopContext, usePage, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { WhatsOn } from './whats-on.tsx'
import { en, type Words } from './words/en.ts'

// A fan who looks at an event does not wait for the checkout to load.
const BasketPage = part(() => import('./till-pages.tsx').then(({ tillPages }) => tillPages.BasketPage))
const OrderPage = part(() => import('./till-pages.tsx').then(({ tillPages }) => tillPages.OrderPage))
const DebtPage = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.DebtPage))
const SignedIn = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.SignedIn))
const LegalPage = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.LegalPage))
const FindTickets = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.FindTickets))
const MembershipsPage = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.MembershipsPage))
const SeasonSeats = part<{ season_id: string }>(async () => {
  const [{ mapPages }, { morePages }] = await Promise.all([import('./map-pages.tsx'), import('./more-pages.tsx')])
  return ({ season_id }) => <morePages.SeasonPage id={season_id} parts={mapPages.mapParts} />
})
const OrdersPage = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.OrdersPage))

const dictionaries: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  de: async () => (await import('./words/de.ts')).de,
  es: async () => (await import('./words/es.ts')).es,
  fr: async () => (await import('./words/fr.ts')).fr,
  nl: async () => (await import('./words/nl.ts')).nl,
  da: async () => (await import('./words/da.ts')).da,
}

/** Falls back to English if the words of a language fail to load. */
const wordsOf = (language: string): Promise<Words> => dictionaries[spokenOf(language) ?? 'en']().catch(() => en)

/** The reader's language where the shop speaks it, with its region, which decides how dates are written. */
function preferredLanguage(): string {
  const chosen = shopStorage.language()
  return [...(chosen ? [chosen] : []), ...navigator.languages].find(spokenOf) ?? config.language ?? 'en'
}

function NotFound() {
  const { words } = useShop()
  usePage(words.notFoundTitle)
  return (
    <Message title={words.notFoundTitle}>
      <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
    </Message>
  )
}

function App({ words: firstWords, language: firstLanguage }: { words: Words; language: string }) {
  const [{ words, language }, setSpoken] = useState({ words: firstWords, language: firstLanguage })
  const { data: storefront, error, reload } = useLoad<Storefront>(() => api.storefront.retrieve(), [])
  const setLanguage = (code: string) => {
    shopStorage.setLanguage(code)
    void wordsOf(code).then((spoken) => {
      askIn(spokenOf(code) ?? 'en')
      setSpoken({ words: spoken, language: code })
    })
  }
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    // Our own server puts the club's colours into the page, and names the language of the answers that come with it.
    if (storefront?.accent_color && config.language === undefined)
      void import('../kit/theme.ts').then(({ applyTheme }) =>
        applyTheme(document.documentElement, storefront.accent_color),
      )
  }, [storefront])
  const shop: Shop = { words, language, setLanguage, storefront: storefront ?? closed }
  return (
    <ShopContext.Provider value={shop}>
      {error !== undefined ? (
        <LoadTrouble error={error} onRetry={reload} />
      ) : (
        storefront && (
          <LocationProvider scope={pages}>
            <Layout>
              {/* In another language every page asks anew: the club's own texts may be in it, too. */}
              <ErrorBoundary key={spokenOf(language)}>
                <Router onRouteChange={noteNavigation}>
                  <Route path={routes.whatsOn} component={WhatsOn} />
                  <Route path={routes.event(':event_id')} component={EventPage} />
                  <Route path={routes.prices(':event_id')} component={EventPage} />
                  <Route path={routes.seats(':event_id')} component={EventPage} />
                  <Route path={routes.memberships} component={MembershipsPage} />
                  <Route path={`${routes.memberships}/:season_id`} component={SeasonSeats} />
                  <Route path={routes.basket} component={BasketPage} />
                  <Route path={routes.owed} component={DebtPage} />
                  <Route path={`${routes.base}orders/:order_id`} component={OrderPage} />
                  <Route path={routes.orders} component={OrdersPage} />
                  <Route path={routes.signedIn} component={SignedIn} />
                  <Route path={routes.legal(':kind')} component={LegalPage} />
                  <Route path={routes.find} component={FindTickets} />
                  <Route default component={NotFound} />
                </Router>
              </ErrorBoundary>
            </Layout>
          </LocationProvider>
        )
      )}
    </ShopContext.Provider>
  )
}

/** Until the real one is there, for the words of a failure. */
const closed = { name: '', currency: 'USD', mode: 'live', legal: [] as Storefront['legal'] } as Storefront

// Back from the club's provider there is a code in the address, too, which is none for the basket.
const query = new URLSearchParams(location.search)
const code = location.pathname === routes.signedIn ? null : query.get('code')
if (code) shopStorage.setCode(code.slice(0, 64))

// A link may name its language; it is chosen by that, and need not stay in the address, where it would undo a later choice.
const linkedLanguage = query.get('lang')
if (linkedLanguage && spokenOf(linkedLanguage)) {
  shopStorage.setLanguage(linkedLanguage)
  query.delete('lang')
  history.replaceState(history.state, '', `${location.pathname}?${query}`.replace(/\?$/, '') + location.hash)
}

// A link to pay by, from the box office: the basket is behind the #, and does not stay in the address.
const linked = /^#(bsk_[0-9a-f]{32})$/.exec(location.hash)?.[1]
if (linked) {
  if (shopStorage.basket() === undefined) shopStorage.setBasket(linked)
  else if (shopStorage.basket() !== linked) shopStorage.setLinked(linked)
  forgetHash()
}

// So does the link of a debt, by which it is paid or an account given, and of an order that waits for a transfer.
const debt = /^#((?:dbs|ors)_[\w-]{20,200})$/.exec(location.hash)?.[1]
if (debt) {
  shopStorage.setDebt(debt)
  forgetHash()
}

// Staff who look at a draft bring their token the same way.
const [, previewed, token] = /\/events\/(\d+)#preview=(evp_[\w-]+)$/.exec(location.pathname + location.hash) ?? []
if (previewed && token) {
  shopStorage.setPreview(previewed, token)
  forgetHash()
}

// As it was called: on a slow network a fan is on another page by then.
const { search } = location
if (isEmbedded) void import('./follow-frame.ts').then(({ followFrame }) => followFrame(search))

function forgetHash(): void {
  history.replaceState(history.state, '', location.pathname + location.search)
}

const language = preferredLanguage()
askIn(spokenOf(language) ?? 'en')
void wordsOf(language).then((words) => {
  render(<App words={words} language={language} />, document.getElementById('app') ?? document.body)
})
