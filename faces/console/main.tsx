import '../kit/tokens.css'
import '../kit/base.css'
import type { Organisation, SignedIn } from '@grandstand/sdk'
import { render } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { LocationProvider, Route, Router } from 'preact-iso/router'
import { toast } from '../kit/toast.tsx'
import { useLoad } from '../kit/use-load.ts'
import { locale } from './language/language.ts'
import { Layout } from './layout.tsx'
import { sections } from './navigation.ts'
import { NotFound } from './not-found.tsx'
import { todayPage } from './page.ts'
import { api, asks, chooseOrganisation, codeOf } from './parts/api.ts'
import { type Console, ConsoleContext, noteNavigation, workOf } from './parts/console.tsx'
import { setClubTime } from './parts/format.ts'
import { BASE, routes } from './parts/routes.ts'
import { TroubleNotice } from './parts/trouble.tsx'
import type { SectionPage } from './sections.ts'
import { WithRight } from './with-right.tsx'
import { loadFrame, words } from './words/frame.ts'
import { loadWords } from './words/load.ts'

const Welcome = lazy(async () => {
  await loadWords('account')
  return (await import('./sign-in/welcome.tsx')).Welcome
})
const AccountPage = lazy(async () => {
  await loadWords('account')
  return (await import('./sign-in/account-page.tsx')).AccountPage
})

const SignOnNeeded = lazy(async () => {
  await loadWords('account')
  return (await import('./sign-in/sign-on-needed.tsx')).SignOnNeeded
})

const OPEN_PAGES: string[] = [routes.signIn, routes.forgotten, routes.password, routes.invitation, routes.clubSignOn]

/** Each club's provider leads back to an address of its own below the page where its team signs on. */
const isOpenPage = (path: string): boolean => OPEN_PAGES.includes(path) || path.startsWith(`${routes.clubSignOn}/`)

/** Staff who are signed in see the console; others sign in where they are, and go on there. */
function App() {
  const [person, setPerson] = useState<SignedIn | null | undefined>()
  const [error, setError] = useState<unknown>()
  const isOpen = isOpenPage(location.pathname)
  useEffect(() => {
    asks.signedOut = () => setPerson(null)
    // Staff who were given another role meanwhile are shown what it may do, not what the last one could.
    asks.refused = () =>
      void api.staff.retrieveSignedIn().then(
        (now) => setPerson((before) => (before && rolesOf(before) !== rolesOf(now) ? now : before)),
        () => {},
      )
    if (!isOpen)
      api.staff.retrieveSignedIn().then(setPerson, (failure) => {
        if (codeOf(failure)?.startsWith('session_')) setPerson(null)
        else setError(failure)
      })
  }, [isOpen])
  // A page that only signs in leads on to the first; any other is where one wanted to go.
  const enter = (signedIn: SignedIn) =>
    isOpenPage(location.pathname) ? location.replace(routes.today) : setPerson(signedIn)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={() => location.reload()} />
  if (isOpen || person === null)
    return (
      <LocationProvider scope={BASE}>
        <ErrorBoundary>
          <Welcome onSignedIn={enter} />
        </ErrorBoundary>
      </LocationProvider>
    )
  return person ? <SignedInApp key={person.account_id} person={person} setPerson={setPerson} /> : null
}

/** A page that cannot be loaded: a new version has taken its place, most likely. */
function tellOfUpdate(error: unknown): void {
  if (/import|fetch/i.test(String(error))) toast(words.updated, 'flare')
}

async function loadPages(found: (pages: SectionPage[]) => void): Promise<typeof NotFound> {
  const { sectionPages, preloadAt } = await import('./sections.ts')
  await preloadAt(location.pathname)
  found(sectionPages)
  return NotFound
}

const rolesOf = ({ organisations }: SignedIn): string =>
  organisations.map(({ org_id, role, needs_sign_on }) => `${org_id} ${role} ${needs_sign_on}`).join()

function SignedInApp({ person, setPerson }: { person: SignedIn; setPerson(person: SignedIn): void }) {
  const [pages, setPages] = useState<SectionPage[]>()
  // Whatever is not Today, until it is known which pages there are: what was shown before stays until the one at the address is there.
  const Others = useMemo(() => lazy(() => loadPages(setPages)), [])
  const work = workOf(person)
  chooseOrganisation(work?.org_id)
  const organisation = useLoad<Organisation | undefined>(
    async () => (work && !work.needs_sign_on ? api.organisation.retrieve() : undefined),
    [work?.org_id, work?.needs_sign_on],
  )
  if (!work) return <TroubleNotice error={words.noOrganisation} />
  if (work.needs_sign_on)
    return (
      <ErrorBoundary>
        <SignOnNeeded club={work} others={person.organisations.filter((other) => !other.needs_sign_on)} />
      </ErrorBoundary>
    )
  if (organisation.error !== undefined)
    return <TroubleNotice error={organisation.error} onRetry={organisation.reload} />
  if (!organisation.data) return null
  setClubTime(organisation.data.timezone)
  const console: Console = {
    person,
    work,
    organisation: organisation.data,
    setPerson,
    setOrganisation: organisation.set,
    choose: (orgId) => {
      chooseOrganisation(orgId)
      location.assign(routes.today)
    },
  }
  return (
    <ConsoleContext.Provider value={console}>
      <LocationProvider scope={BASE}>
        <Layout>
          <ErrorBoundary onError={tellOfUpdate}>
            <Router onRouteChange={noteNavigation}>
              <Route path={routes.today} component={WithRight} section={sections[0]} page={todayPage.component} />
              {(pages ?? []).map(({ path, component, section }) => (
                <Route key={path} path={path} component={WithRight} section={section} page={component} />
              ))}
              <Route path={routes.account} component={AccountPage} />
              <Route default component={pages ? NotFound : Others} />
            </Router>
          </ErrorBoundary>
        </Layout>
      </LocationProvider>
    </ConsoleContext.Provider>
  )
}

document.documentElement.lang = locale
void loadFrame().then(() => {
  // The page at this address is fetched while we ask who is there. What fails is told when it is drawn.
  if (location.pathname === routes.today) void todayPage.preload()
  else void import('./sections.ts').then(({ preloadAt }) => preloadAt(location.pathname)).catch(() => {})
  render(<App />, document.getElementById('app') ?? document.body)
})
