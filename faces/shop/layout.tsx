import type { Storefront } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Announcer } from '../kit/announcer.tsx'
import { languageNames, spokenOf } from '../kit/languages.ts'
import { serverNow } from './api.ts'
import { routes } from './config.ts'
import { isEmbedded } from './embedded.ts'
import styles from './layout.module.css'
import { LegalFoot } from './legal.tsx'
import { useShop } from './shop.tsx'
import { shopStorage, watchBasket } from './shop-storage.ts'

/** Head and foot of every page. */
export function Layout({ children }: { children: ComponentChildren }) {
  const { storefront, words, language, setLanguage, date } = useShop()
  const [basketId, setBasketId] = useState(shopStorage.basket())
  const [order, ...others] = shopStorage.orders()
  useEffect(() => watchBasket(() => setBasketId(shopStorage.basket())), [])
  return (
    <>
      <a class="skip-link" href="#main">
        {words.skip}
      </a>
      {storefront.clock_ahead_seconds > 0 && (
        <p class={styles.moved}>{words.sandboxDay(date(serverNow() / 1000, storefront.timezone, 'long'))}</p>
      )}
      <header class={styles.header}>
        <a class={styles.club} href={routes.whatsOn}>
          {storefront.logo_image && <Logo src={storefront.logo_image} />}
          <span>{storefront.name}</span>
        </a>
        <nav class={styles.nav}>
          {storefront.sells_memberships && <a href={routes.memberships}>{words.memberships}</a>}
          <SignIn />
          <a href={order && others.length === 0 && !isSignedIn() ? routes.order(order.order_id) : routes.orders}>
            {words.yourTickets}
          </a>
          {basketId && <a href={routes.basket}>{words.basket}</a>}
        </nav>
      </header>
      <main id="main" class={styles.main}>
        {children}
      </main>
      <footer class={styles.footer}>
        {storefront.mode === 'test' && <p>{words.sandbox}</p>}
        <LegalFoot />
        <label class={styles.language}>
          {words.language}
          <select onChange={({ currentTarget }) => setLanguage(currentTarget.value)}>
            {Object.entries(languageNames).map(([code, name]) => (
              <option key={code} value={code} lang={code} selected={code === spokenOf(language)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </footer>
      <Announcer />
    </>
  )
}

const isSignedIn = () => shopStorage.token() !== undefined

/** Few sign in, so it comes when it is asked for. */
const goToSignIn = async (provider: NonNullable<Storefront['sign_in']>) =>
  (await import('./sign-in.ts')).signIn(provider)

/** Where the club has accounts of its own: members prove themselves by theirs. */
function SignIn() {
  const { storefront, words } = useShop()
  const [isSignedIn, setSignedIn] = useState(shopStorage.token() !== undefined)
  const [hasFailed, setFailed] = useState(false)
  const { sign_in: provider } = storefront
  // A provider's page is not shown in a frame.
  if (!provider || isEmbedded) return null
  if (!isSignedIn)
    return (
      <>
        <button type="button" onClick={() => goToSignIn(provider).catch(() => setFailed(true))}>
          {words.signIn(provider.name)}
        </button>
        {hasFailed && <span role="alert">{words.signInFailed}</span>}
      </>
    )
  return (
    <button
      type="button"
      onClick={() => {
        shopStorage.setToken(undefined)
        setSignedIn(false)
      }}
    >
      {words.signOut}
    </button>
  )
}

/** Gone where it cannot be loaded: the name stands beside it anyway. */
function Logo({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false)
  return isBroken ? null : <img class={styles.logo} src={src} alt="" height="36" onError={() => setBroken(true)} />
}
