import type { ManagedPrice, PriceCategory, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { fullEventTime } from '../parts/format.ts'
import { PageHead, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import { words as weekWords } from '../words/week.ts'
import { EventPrices } from './event-prices.tsx'
import { EventQuestions } from './event-questions.tsx'
import { EventSales } from './event-sales.tsx'
import { EventSteps } from './event-steps.tsx'
import { eventState } from './event-words.ts'

/** The drawing of a ground is large, and most events have none; few are moved or cancelled. */
const EventSeats = lazy(() => import('./event-seats.tsx').then((file) => file.EventSeats))
const MoveSheet = lazy(() => import('./move-sheet.tsx').then((file) => file.MoveSheet))
const CancellationSheet = lazy(() => import('./cancellation-sheet.tsx').then((file) => file.CancellationSheet))

/** What asks comes when it is opened. */
const CancelDialog = lazy(() => import('./cancel-dialog.tsx').then((file) => file.CancelDialog))
const EditDialog = lazy(() => import('./edit-dialog.tsx').then((file) => file.EditDialog))
const MoveDialog = lazy(() => import('./move-dialog.tsx').then((file) => file.MoveDialog))
const PublishDialog = lazy(() => import('./publish-dialog.tsx').then((file) => file.PublishDialog))

/** One event: what it has sold, what is left, at which prices, and the steps of its life. */
export function EventPage({ event_id: eventId = '' }: Record<string, string>) {
  const { whyNot } = useConsole()
  const event = useLoad(() => api.events.retrieveManaged(eventId), [eventId])
  const categories = useLoad(() => api.prices.listCategories(eventId).all(), [eventId])
  const prices = useLoad(() => api.prices.listManaged(eventId).all(), [eventId])
  usePage(event.data?.title)
  if (event.error !== undefined) return <TroubleNotice error={event.error} onRetry={event.reload} />
  if (!event.data) return null
  const pools = (categories.data ?? []).filter(({ price_category_status }) => price_category_status !== 'archived')
  const onSale = (prices.data ?? []).filter(({ price_status }) => price_status !== 'archived')
  return (
    <>
      <EventHead event={event.data} pools={pools} prices={onSale} onChanged={event.reload} />
      {event.data.event_status_id === '3' && whyNot('refunds:manage', 'read') === undefined && (
        <ErrorBoundary>
          <CancellationSheet event={event.data} />
        </ErrorBoundary>
      )}
      {event.data.event_status_id === '1' && whyNot('programme:manage', 'read') === undefined && (
        <ErrorBoundary>
          <MoveSheet event={event.data} />
        </ErrorBoundary>
      )}
      {whyNot('figures:manage', 'read') === undefined && <EventSales event={event.data} pools={pools} />}
      <EventPrices
        event={event.data}
        pools={pools}
        prices={onSale}
        onChanged={() => {
          event.reload()
          categories.reload()
          prices.reload()
        }}
      />
      {whyNot('programme:manage', 'read') === undefined && <EventQuestions event={event.data} />}
      {event.data.reserved_seating && (
        <ErrorBoundary>
          <EventSeats event={event.data} />
        </ErrorBoundary>
      )}
    </>
  )
}

type HeadProps = { event: TicketedEvent; pools: PriceCategory[]; prices: ManagedPrice[]; onChanged(): void }

function EventHead({ event, pools, prices, onChanged }: HeadProps) {
  const { whyNot, organisation } = useConsole()
  const [isCancelling, setCancelling] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const action = useAction()
  const state = eventState(event.event_status_id)
  const why = whyNot('programme:manage')
  const isLive = event.event_status_id === '1'
  const isDraft = event.event_status_id === '0'
  /** Behind the #, which no server is sent. */
  const preview = () =>
    action.run(async () => {
      const { preview_token } = await api.events.createPreview(event.event_id)
      location.assign(`${organisation.shop_url}events/${event.event_id}#preview=${preview_token}`)
    })
  return (
    <>
      <PageHead
        title={event.title}
        over={
          <>
            <Tag tone={state.tone}>{state.title}</Tag>
            <span>{fullEventTime(event.event_start_unix, event.timezone)}</span>
            <span>{event.venue_name ?? eventWords.online}</span>
            {whyNot('programme:manage', 'read') === undefined && <Seasons event={event} />}
          </>
        }
        actions={
          <>
            {isLive && event.public_event && (
              <ButtonLink href={`${organisation.shop_url}events/${event.event_id}`}>{eventWords.shop}</ButtonLink>
            )}
            {isDraft && (
              <Button why={why} busy={action.isBusy} onClick={preview}>
                {eventWords.shopPreview}
              </Button>
            )}
            <Button
              why={why ?? (event.event_status_id === '3' ? eventWords.cancelledText : undefined)}
              onClick={() => setEditing(true)}
            >
              {common.changeMore}
            </Button>
            {why === undefined && (
              <ButtonLink href={routes.newEvent({ copy: event.event_id })}>{eventWords.copyVerb}</ButtonLink>
            )}
            {why === undefined && <ButtonLink href={routes.copies(event.event_id)}>{weekWords.severalAsk}</ButtonLink>}
            {isLive && (
              <Button why={why} onClick={() => setMoving(true)}>
                {weekWords.moveAsk}
              </Button>
            )}
            {isLive && (
              <Button look="danger" why={why} onClick={() => setCancelling(true)}>
                {eventWords.cancelMore}
              </Button>
            )}
            {why === undefined && (
              <EventSteps
                event={event}
                isTaken={pools.some(({ sold, held }) => sold + held > 0)}
                onChanged={onChanged}
              />
            )}
            {isDraft && (
              <Button look="strong" why={why} onClick={() => setPublishing(true)}>
                {eventWords.publish}
              </Button>
            )}
          </>
        }
      />
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      <ErrorBoundary>
        {isPublishing && (
          <PublishDialog
            {...{ event, pools, prices }}
            onPreview={preview}
            onClose={() => setPublishing(false)}
            onDone={() => {
              setPublishing(false)
              onChanged()
            }}
          />
        )}
        {isEditing && (
          <EditDialog
            event={event}
            onClose={() => setEditing(false)}
            onDone={() => {
              setEditing(false)
              onChanged()
            }}
          />
        )}
        {isMoving && (
          <MoveDialog
            event={event}
            onClose={() => setMoving(false)}
            onDone={() => {
              setMoving(false)
              onChanged()
            }}
          />
        )}
        {isCancelling && (
          <CancelDialog
            event={event}
            onClose={() => setCancelling(false)}
            onDone={() => {
              setCancelling(false)
              onChanged()
            }}
          />
        )}
      </ErrorBoundary>
    </>
  )
}

/** Whose season seats are taken at the event. */
function Seasons({ event }: { event: TicketedEvent }) {
  const ids = event.season_ids.join()
  const { data } = useLoad(() => Promise.all(event.season_ids.map((id) => api.seasons.retrieve(id))), [ids])
  return (data ?? []).map(({ season_id, title }) => (
    <a key={season_id} href={routes.season(season_id)}>
      {title}
    </a>
  ))
}
