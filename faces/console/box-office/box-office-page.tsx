import type { ManagedPrice, PriceCategory, TicketedEvent } from '@grandstand/sdk'
import { useRef, useState } from 'preact/hooks'
import { lazy } from 'preact-iso'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../api.ts'
import { useConsole, usePage } from '../console.tsx'
import { EventChoice } from '../event-choice.tsx'
import { useQuery } from '../list.tsx'
import { PageHead, Sheet } from '../page.tsx'
import { routes } from '../routes.ts'
import { Empty, TroubleNotice } from '../trouble.tsx'
import styles from './box-office.module.css'
import { Drawer } from './drawer.tsx'
import { KeyCap } from './key-cap.tsx'
import { LastSales } from './last-sales.tsx'
import { PaymentLinkPanel } from './payment-link-panel.tsx'
import { PriceList } from './price-list.tsx'
import {
  addUnits,
  customerOf,
  emptyCart,
  holdersOf,
  itemsOf,
  linesOf,
  type Offer,
  seatsFit,
  ticketsOf,
} from './sale.ts'
import { type Paying, Slip } from './slip.tsx'
import { SoldPanel } from './sold-panel.tsx'
import { useKeys, useKeysSwitch } from './use-keys.ts'
import { useSale } from './use-sale.ts'

const SeatsDialog = lazy(() => import('./seats-dialog.tsx').then((file) => file.SeatsDialog))

const EVENTS = 50

/** Sells at the counter: an event, so many of each price, how it is paid. Every step has a key. */
export function BoxOfficePage() {
  usePage('Box office')
  const { query } = useQuery()
  const [keysOn, toggleKeys] = useKeysSwitch()
  const events = useLoad(() => api.events.list({ upcoming: true, event_status_id: '1', limit: EVENTS }).page(), [])
  const tills = useLoad(() => api.boxOffice.listTills({ status: 'open', mine: true, limit: 1 }).page(), [])
  const choice = useRef<HTMLSelectElement>(null)
  const event = events.data?.data.find(({ event_id }) => event_id === query.event_id) ?? events.data?.data[0]
  const till = tills.data?.data[0]
  useKeys({ e: () => choice.current?.focus() }, keysOn)
  return (
    <>
      <PageHead
        title="Box office"
        actions={
          <>
            <span class={styles.forKeys}>
              <Button look="quiet" onClick={toggleKeys}>
                Keys {keysOn ? 'off' : 'on'}
              </Button>
            </span>
            <ButtonLink href={routes.tills()}>All drawers</ButtonLink>
            <Drawer till={till} isKnown={tills.data !== undefined} keysOn={keysOn} onOpened={tills.reload} />
          </>
        }
      />
      {[events, tills].map(
        ({ error, reload }) => error !== undefined && <TroubleNotice error={error} onRetry={reload} />,
      )}
      {events.data?.data.length === 0 && (
        <Empty title="Nothing is on sale">
          <p>An event that is published and still to come is sold here.</p>
          <ButtonLink href={routes.events()}>Events</ButtonLink>
        </Empty>
      )}
      {event && (
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

type Till = Parameters<typeof Slip>[0]['till']

async function loadOffers(eventId: string): Promise<{ offers: ManagedPrice[]; categories: PriceCategory[] }> {
  const [prices, categories] = await Promise.all([
    api.prices.listManaged(eventId).page(),
    api.prices.listCategories(eventId).page(),
  ])
  return {
    offers: prices.data.filter(({ show_boxoffice, price_status }) => show_boxoffice && price_status === 'active'),
    categories: categories.data,
  }
}

/** One event being sold. */
function Counter({ event, till, keysOn }: { event: TicketedEvent; till: Till; keysOn: boolean }) {
  const { whyNot } = useConsole()
  const { event_id: eventId, currency } = event
  const { data, error, reload } = useLoad(() => loadOffers(eventId), [eventId])
  const [cart, setCart] = useState(emptyCart)
  const [turn, setTurn] = useState(0)
  const [isSeating, setSeating] = useState(false)
  const buyer = useRef<HTMLFormElement>(null)
  const { stage, sell, askAgain, linkEnded, next } = useSale(reload)
  const offers: Offer[] = data?.offers ?? []
  const categories = new Map(data?.categories.map(({ price_category_id: id, title }) => [id, title]))
  const seated = new Set(
    data?.categories.filter((each) => each.seat_section_ids.length > 0).map(({ price_category_id: id }) => id),
  )
  const isSeated = (categoryId: number) => seated.has(categoryId)
  const lines = linesOf(cart, offers)
  const seatedLines = lines.filter(({ offer }) => isSeated(offer.price_category_id))
  const add = (offer: Offer | undefined, by: number) => offer && setCart((before) => addUnits(before, offer, by))
  const isChoosing = stage.at === 'choosing' || stage.at === 'sending'
  const startAnew = () => {
    setCart(emptyCart)
    setTurn(turn + 1)
    reload()
    next()
  }
  const focusName = () => (buyer.current?.elements.namedItem('name') as HTMLInputElement | null)?.focus()
  const start = ({ method, given, reason }: Paying) => {
    const filled = new FormData(buyer.current ?? undefined)
    const shared = { items: itemsOf(lines, cart, isSeated), ...(till && { till_id: till.till_id }) }
    if (method === 'card') return sell({ kind: 'link', eventId, body: shared })
    const name = String(filled.get('name') ?? '')
    const isNamed = event.holder_names === 'required'
    if (isNamed && name.trim() === '') {
      toast('This event wants a name on every ticket', 'flare')
      return focusName()
    }
    const told = {
      ...customerOf(name, String(filled.get('email') ?? '')),
      ...holdersOf(isNamed, name, ticketsOf(lines)),
      ...(method === 'free' && { reason }),
    }
    sell({ kind: 'order', eventId, given, body: { ...shared, ...told, payment_method: method } })
  }
  const digits = offers
    .slice(0, 9)
    .flatMap((offer, index) => [
      [`${index + 1}`, () => add(offer, 1)] as const,
      [`-${index + 1}`, () => add(offer, -1)] as const,
    ])
  const whySeats = seatedLines.length === 0 ? 'Choose tickets with seats first' : undefined
  useKeys(
    {
      ...Object.fromEntries(digits),
      n: focusName,
      x: () => setCart(emptyCart),
      s: whySeats === undefined ? () => setSeating(true) : undefined,
    },
    keysOn && stage.at === 'choosing',
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  if (stage.at === 'done') return <SoldPanel sold={stage.sold} keysOn={keysOn} onNext={startAnew} />
  if (stage.at === 'link') return <PaymentLinkPanel link={stage.link} keysOn={keysOn} onEnded={linkEnded} />
  if (stage.at === 'unknown') return <Unknown error={stage.error} keysOn={keysOn} onAsk={askAgain} />
  return (
    <div class={styles.columns}>
      <div class={styles.steps}>
        <PriceList {...{ offers, categories, currency, cart, keysOn }} onAdd={add} />
        {seated.size > 0 && (
          <p class={styles.seats}>
            <Button why={whySeats} onClick={() => setSeating(true)}>
              Choose seats <KeyCap name="S" isOn={keysOn && whySeats === undefined} />
            </Button>
            <span class={styles.quiet}>
              {cart.seats.length === 0
                ? 'The best available, side by side'
                : cart.seats.map(({ label }) => label).join('; ')}
            </span>
          </p>
        )}
        <Sheet
          title="Buyer"
          about={
            <>
              optional <KeyCap name="N" isOn={keysOn} />
            </>
          }
        >
          <form
            ref={buyer}
            key={turn}
            class={styles.buyer}
            onSubmit={(submitted) => {
              submitted.preventDefault()
              // Enter in a name is not yet a sale: it goes back to where keys work.
              if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
            }}
          >
            <Field name="name" label="Name" autocomplete="off" maxLength={200} />
            <Field name="email" label="E-mail" optional="for the tickets" type="email" autocomplete="off" />
            <button type="submit" hidden />
          </form>
        </Sheet>
      </div>
      <Slip
        key={turn}
        {...{ lines, cart, currency, till, keysOn }}
        why={
          whyNot('box_office:manage') ??
          (seatsFit(lines, cart, isSeated) ? undefined : 'The seats do not fit the tickets: choose them again')
        }
        isBusy={stage.at === 'sending'}
        error={isChoosing && 'error' in stage ? stage.error : undefined}
        onSell={start}
      />
      <LastSales turn={turn} keysOn={keysOn} />
      {isSeating && (
        <SeatsDialog
          {...{ eventId, currency, offers, categories }}
          wanted={ticketsOf(seatedLines)}
          chosen={cart.seats}
          onClose={() => setSeating(false)}
          onChosen={(seats) => {
            setCart({ ...cart, seats })
            setSeating(false)
          }}
        />
      )}
    </div>
  )
}

/** The answer never came. Nothing else is sold until it is known what became of this one. */
function Unknown({ error, keysOn, onAsk }: { error: unknown; keysOn: boolean; onAsk(): void }) {
  useKeys({ enter: onAsk }, keysOn)
  return (
    <>
      <Notice title="It is not known yet whether this was sold">
        <p>The answer did not come. Ask again: what was sold is not sold a second time.</p>
        <div>
          <Button look="strong" onClick={onAsk}>
            Ask again <KeyCap name="Enter" isOn={keysOn} />
          </Button>
        </div>
      </Notice>
      <TroubleNotice error={error} />
    </>
  )
}
