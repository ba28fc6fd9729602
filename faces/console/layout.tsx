import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { useLocation } from 'preact-iso/router'
import { Announcer } from '../kit/announcer.tsx'
import { Toasts } from '../kit/toast.tsx'
import styles from './layout.module.css'
import { sectionOf, sections } from './navigation.ts'
import { api, asks, isClockMoved, serverNow } from './parts/api.ts'
import { roleTitle, useConsole } from './parts/console.tsx'
import { dateOf } from './parts/format.ts'
import { LanguageChoice } from './parts/language-choice.tsx'
import { pathOf, routes } from './parts/routes.ts'
import { common } from './words/common.ts'
import { words } from './words/frame.ts'
import { loadWords } from './words/load.ts'

const Palette = lazy(async () => {
  await loadWords('states')
  return (await import('./palette.tsx')).Palette
})
const ProveDialog = lazy(async () => {
  await loadWords('account')
  return (await import('./prove.tsx')).ProveDialog
})
const ApiDrawer = lazy(() => import('./api-drawer.tsx').then((file) => file.ApiDrawer))

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** What stands around every page. */
export function Layout({ children }: { children: ComponentChildren }) {
  const { organisation } = useConsole()
  const { url } = useLocation()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const [isApiOpen, setApiOpen] = useState(false)
  useEffect(() => setMenuOpen(false), [url])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // The other half of the shortcut: by the time that K is pressed, the search is there.
      if (event.key === 'Control' || event.key === 'Meta') void Palette.preload().catch(() => {})
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setSearching(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const guide = sectionOf(pathOf(url))?.guide ?? 'guides/console'
  return (
    <div class={styles.frame}>
      <a class="skip-link" href="#main">
        {words.skipLink}
      </a>
      <header class={styles.side}>
        <div class={styles.top}>
          <a class={styles.brand} href={routes.today}>
            <Mark />
            Grandstand
          </a>
          <button
            type="button"
            class={styles.menuButton}
            aria-expanded={isMenuOpen}
            aria-controls="menu"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            {words.menu}
          </button>
        </div>
        <div id="menu" class={[styles.menu, isMenuOpen ? styles.open : ''].join(' ')}>
          <OrganisationChoice />
          <button type="button" class={styles.search} onClick={() => setSearching(true)}>
            {common.search} <kbd>{isMac ? '⌘' : 'Ctrl '}K</kbd>
          </button>
          <Navigation path={pathOf(url)} />
          <Person />
        </div>
      </header>
      <div class={styles.page}>
        <main id="main" class={styles.main} tabIndex={-1}>
          {organisation.mode === 'test' && (
            <p class={styles.sandbox}>
              {words.sandbox} {isClockMoved() && words.sandboxDay({ day: dateOf(serverNow() / 1000) })}
            </p>
          )}
          {children}
        </main>
        <footer class={styles.footer}>
          <button type="button" onClick={() => setApiOpen(true)}>
            {words.calls.title}
          </button>
          <a href={`/docs/${guide}`} target="_blank" rel="noreferrer">
            {words.help}
          </a>
          <span>{words.timeZone({ zone: organisation.timezone.replaceAll('_', ' ') })}</span>
        </footer>
      </div>
      <ErrorBoundary>{isSearching && <Palette onClose={() => setSearching(false)} />}</ErrorBoundary>
      <ErrorBoundary>{isApiOpen && <ApiDrawer onClose={() => setApiOpen(false)} />}</ErrorBoundary>
      <Prove />
      <Announcer />
      <Toasts />
    </div>
  )
}

type Answer = (isProved: boolean) => void

/** Before something grave staff are asked whether it is still them; the dialog that asks comes when it is wanted. */
function Prove() {
  const [answer, setAnswer] = useState<Answer | undefined>()
  useEffect(() => {
    asks.proof = () => new Promise((resolve) => setAnswer(() => resolve))
    return () => {
      asks.proof = async () => false
    }
  }, [])
  const close = (isProved: boolean) => {
    answer?.(isProved)
    setAnswer(undefined)
  }
  return <ErrorBoundary>{answer && <ProveDialog onClose={close} />}</ErrorBoundary>
}

/** Nine seats, some of them taken. */
const Mark = () => (
  <svg class={styles.mark} viewBox="0 0 9 9" aria-hidden="true">
    {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((seat) => (
      <circle
        key={seat}
        cx={1.5 + (seat % 3) * 3}
        cy={1.5 + Math.floor(seat / 3) * 3}
        r="1.2"
        opacity={[0, 3, 6].includes(seat) ? 0.4 : 1}
      />
    ))}
  </svg>
)

function Navigation({ path }: { path: string }) {
  const { whyNot } = useConsole()
  const current = sectionOf(path)
  return (
    <nav aria-label={words.console}>
      <ul class={styles.nav}>
        {sections
          .filter(({ needs }) => whyNot(needs.scope, needs.kind) === undefined)
          .map((section) => (
            <li key={section.name}>
              <a href={section.href} aria-current={section === current ? 'page' : undefined}>
                {words.sections[section.name]}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function OrganisationChoice() {
  const { person, work, choose } = useConsole()
  if (person.organisations.length === 1) return <p class={styles.club}>{work.name}</p>
  return (
    <label class={styles.club}>
      <span class="visually-hidden">{words.organisation}</span>
      <select value={work.org_id} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {person.organisations.map(({ org_id, name }) => (
          <option key={org_id} value={org_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Person() {
  const { person, work } = useConsole()
  const signOut = async () => {
    await api.staff.signOut().catch(() => {})
    location.assign(routes.signIn)
  }
  return (
    <div class={styles.person}>
      <a href={routes.account}>{person.name}</a>
      <span>{roleTitle(work.role)}</span>
      <LanguageChoice />
      <button type="button" onClick={signOut}>
        {words.signOut}
      </button>
    </div>
  )
}
