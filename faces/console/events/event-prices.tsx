import type { ManagedPrice, PriceCategory, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { Places } from '../parts/chart.tsx'
import { useConsole } from '../parts/console.tsx'
import { shortTime } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { Empty } from '../parts/trouble.tsx'
import { PriceListButtons } from '../price-lists/price-list-buttons.tsx'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import styles from './event-page.module.css'

const CategoryDialog = lazy(() => import('./category-dialog.tsx').then((file) => file.CategoryDialog))
const PriceDialog = lazy(() => import('./price-dialog.tsx').then((file) => file.PriceDialog))

type Props = { event: TicketedEvent; pools: PriceCategory[]; prices: ManagedPrice[]; onChanged(): void }

/** Places by category, and the prices that sell them. */
export function EventPrices(props: Props) {
  return (
    <>
      <Categories {...props} />
      <Prices {...props} />
    </>
  )
}

function Categories({ event, pools, onChanged }: Props) {
  const { whyNot } = useConsole()
  const [chosen, setChosen] = useState<PriceCategory | 'new' | undefined>()
  const why = whyNot('programme:manage')
  return (
    <Sheet
      title={eventWords.category.places}
      about={
        <>
          <a href={routes.orders({ event_id: event.event_id })}>{eventWords.orders}</a>
          <Button why={why} onClick={() => setChosen('new')}>
            {eventWords.category.new}
          </Button>
        </>
      }
    >
      {pools.map((pool) => (
        <div key={pool.price_category_id} class={styles.category}>
          <Places title={pool.title} taken={pool.sold} held={pool.held} of={pool.capacity} />
          <Button look="quiet" why={why} onClick={() => setChosen(pool)}>
            {common.change}
            <span class="visually-hidden"> {pool.title}</span>
          </Button>
        </div>
      ))}
      {pools.length === 0 && (
        <Empty title={eventWords.category.none}>
          <p>{eventWords.category.noneText}</p>
        </Empty>
      )}
      {chosen && (
        <ErrorBoundary>
          <CategoryDialog
            event={event}
            category={chosen === 'new' ? undefined : chosen}
            onClose={() => setChosen(undefined)}
            onDone={() => {
              setChosen(undefined)
              onChanged()
            }}
          />
        </ErrorBoundary>
      )}
    </Sheet>
  )
}

function Prices({ event, pools, prices, onChanged }: Props) {
  const { price, whyNot } = useConsole()
  const [chosen, setChosen] = useState<ManagedPrice | 'new' | undefined>()
  const why = whyNot('programme:manage')
  const isOpen = event.event_status_id === '0' || event.event_status_id === '1'
  const time = (unix: number | null) => (unix === null ? '' : shortTime(unix, event.timezone))
  const columns: Column<ManagedPrice>[] = [
    { title: common.price, cell: ({ title }) => title },
    { title: common.category, cell: (row) => row.price_category_title, isMinor: true },
    {
      title: eventWords.onSale,
      isMinor: true,
      cell: ({ available_from_unix: from, available_until_unix: until }) =>
        from === null && until === null
          ? eventWords.always
          : eventWords.fromTo({ from: time(from), until: until === null ? eventWords.price.end : time(until) }),
    },
    {
      title: eventWords.limits,
      isMinor: true,
      cell: ({ limit_places, max_per_order }) =>
        [
          ...(limit_places === null ? [] : [eventWords.placesOf({ count: limit_places })]),
          ...(max_per_order === null ? [] : [eventWords.price.anOrder({ maxPerOrder: max_per_order })]),
        ].join(', '),
    },
    {
      title: common.state,
      cell: ({ status }) => <Tag tone={status === 'active' ? 'good' : 'quiet'}>{stateTitle(status)}</Tag>,
    },
    { title: eventWords.price.fanPays, align: 'end', cell: ({ total, currency }) => price(total, currency) },
    {
      title: common.change,
      align: 'end',
      cell: (row) => (
        <Button look="quiet" why={why} onClick={() => setChosen(row)}>
          {common.change}
          <span class="visually-hidden"> {eventWords.price.named({ title: row.title })}</span>
        </Button>
      ),
    },
  ]
  return (
    <Sheet
      flush
      title={eventWords.prices}
      about={
        <>
          {eventWords.price.times}
          {why === undefined && isOpen && (
            <PriceListButtons
              event={event}
              hasPrices={pools.length > 0}
              isTaken={pools.some(({ sold, held }) => sold + held > 0)}
              onChanged={onChanged}
            />
          )}
          <Button
            why={why ?? (pools.length === 0 ? eventWords.price.needsCategory : undefined)}
            onClick={() => setChosen('new')}
          >
            {eventWords.price.new}
          </Button>
        </>
      }
    >
      {prices.length === 0 ? (
        <Empty title={eventWords.price.none}>
          <p>{eventWords.price.noneText}</p>
        </Empty>
      ) : (
        <div class={styles.scroll}>
          <Table caption={eventWords.prices} columns={columns} rows={prices} keyOf={({ price_id }) => price_id} />
        </div>
      )}
      {chosen && (
        <ErrorBoundary>
          <PriceDialog
            event={event}
            pools={pools}
            price={chosen === 'new' ? undefined : chosen}
            onClose={() => setChosen(undefined)}
            onDone={() => {
              setChosen(undefined)
              onChanged()
            }}
          />
        </ErrorBoundary>
      )}
    </Sheet>
  )
}
