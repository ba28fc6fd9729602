import { useRef } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { EventChoice } from '../parts/event-choice.tsx'
import { PageHead } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Tabs } from '../parts/tabs.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useChosenEvent } from '../parts/use-chosen-event.ts'
import { useQuery } from '../parts/use-query.ts'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import { loadWords } from '../words/load.ts'
import styles from './box-office.module.css'
import { Counter } from './counter.tsx'
import { Drawer } from './drawer.tsx'
import { KeyCap } from './key-cap.tsx'
import { useKeys, useKeysSwitch } from './use-keys.ts'

const MembershipCounter = lazy(async () => {
  await loadWords('joining', 'members')
  return (await import('./membership-counter.tsx')).MembershipCounter
})

const EVENTS = 50

/** Sells at the counter: tickets of an event or memberships, how it is paid. Every step has a key. */
export function BoxOfficePage() {
  usePage(words.boxOffice)
  const { query } = useQuery()
  const [keysOn, toggleKeys] = useKeysSwitch()
  const page = useLoad(
    () => api.events.list({ upcoming: true, event_status_id: '1', limit: EVENTS, search: query.search }).page(),
    [query.search],
  )
  const events = { ...page, data: page.data?.data }
  const tills = useLoad(() => api.boxOffice.listTills({ status: 'open', mine: true, limit: 1 }).page(), [])
  const choice = useRef<HTMLSelectElement>(null)
  const { event, ...chosen } = useChosenEvent(events)
  const till = tills.data?.data[0]
  const isSearched = query.search !== undefined
  const isOfMemberships = query.tab === 'memberships'
  useKeys({ e: () => choice.current?.focus() }, keysOn)
  return (
    <>
      <PageHead
        title={words.boxOffice}
        actions={
          <>
            <span class={styles.forKeys}>
              <Button look="quiet" onClick={toggleKeys}>
                {words.keys} {keysOn ? words.off : words.on}
              </Button>
            </span>
            <ButtonLink href={routes.tills()}>{words.allDrawers}</ButtonLink>
            <Drawer till={till} isKnown={tills.data !== undefined} keysOn={keysOn} onOpened={tills.reload} />
          </>
        }
      />
      {[page, tills].map(
        ({ error, reload }) => error !== undefined && <TroubleNotice error={error} onRetry={reload} />,
      )}
      {page.error === undefined && chosen.error !== undefined && (
        <TroubleNotice error={chosen.error} onRetry={chosen.reload} />
      )}
      <Tabs
        label={words.whatToSell}
        tabs={[
          { key: 'tickets', title: common.tickets },
          { key: 'memberships', title: words.memberships },
        ]}
      />
      {isOfMemberships && tills.data && (
        <ErrorBoundary>
          <MembershipCounter till={till} keysOn={keysOn} />
        </ErrorBoundary>
      )}
      {!isOfMemberships && events.data?.length === 0 && !isSearched && event === undefined && (
        <Empty title={words.nothingIsOnSale}>
          <p>{words.anEventThatIsPublished}</p>
          <ButtonLink href={routes.events()}>{common.events}</ButtonLink>
        </Empty>
      )}
      {!isOfMemberships && events.data && (events.data.length > 0 || isSearched || event !== undefined) && (
        <EventChoice
          events={events.data}
          event={event}
          select={choice}
          search={page.data?.has_more || isSearched ? words.event.find : undefined}
        >
          <KeyCap name="E" isOn={keysOn} />
        </EventChoice>
      )}
      {!isOfMemberships && event && <Counter key={event.event_id} event={event} till={till} keysOn={keysOn} />}
    </>
  )
}
