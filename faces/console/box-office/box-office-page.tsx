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
import { useQuery } from '../parts/use-query.ts'
import { words } from '../words/box-office.ts'
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
  const events = useLoad(() => api.events.list({ upcoming: true, event_status_id: '1', limit: EVENTS }).page(), [])
  const tills = useLoad(() => api.boxOffice.listTills({ status: 'open', mine: true, limit: 1 }).page(), [])
  const choice = useRef<HTMLSelectElement>(null)
  const event = events.data?.data.find(({ event_id }) => event_id === query.event_id) ?? events.data?.data[0]
  const till = tills.data?.data[0]
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
      {[events, tills].map(
        ({ error, reload }) => error !== undefined && <TroubleNotice error={error} onRetry={reload} />,
      )}
      <Tabs
        label={words.whatToSell}
        tabs={[
          { key: 'tickets', title: words.tickets },
          { key: 'memberships', title: words.memberships },
        ]}
      />
      {isOfMemberships && tills.data && (
        <ErrorBoundary>
          <MembershipCounter till={till} keysOn={keysOn} />
        </ErrorBoundary>
      )}
      {!isOfMemberships && events.data?.data.length === 0 && (
        <Empty title={words.nothingIsOnSale}>
          <p>{words.anEventThatIsPublished}</p>
          <ButtonLink href={routes.events()}>{words.events}</ButtonLink>
        </Empty>
      )}
      {!isOfMemberships && event && (
        <>
          <EventChoice events={events.data?.data ?? []} event={event} select={choice}>
            <KeyCap name="E" isOn={keysOn} />
          </EventChoice>
          <Counter key={event.event_id} event={event} till={till} keysOn={keysOn} />
        </>
      )}
    </>
  )
}
