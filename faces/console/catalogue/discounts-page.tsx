import type { Discount, Organisation, TicketedEvent } from '@grandstand/sdk'
import { Field, SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { count, shortTime } from '../parts/format.ts'
import { PageHead, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import type { Filled } from '../parts/use-submit.ts'
import { changedMoment, wallTime } from '../parts/zone-time.ts'
import { words } from '../words/catalogue.ts'
import { common } from '../words/common.ts'
import { type Catalogue, CatalogueSheet } from './catalogue-sheet.tsx'

const EVENTS = 100

/** Codes that make an order cheaper. */
export function DiscountsPage() {
  usePage(words.discounts)
  const { organisation, price } = useConsole()
  const events = useLoad(() => api.events.list({ upcoming: true, limit: EVENTS }).page(), [])
  return (
    <>
      <PageHead title={words.discounts} over={<a href={routes.events()}>{common.events}</a>} />
      {events.error !== undefined && <TroubleNotice error={events.error} onRetry={events.reload} />}
      {events.data && <CatalogueSheet of={discounts(organisation, events.data.data, price)} />}
    </>
  )
}

type Price = (amount: number, currency?: string | null) => string

const discounts = (organisation: Organisation, events: TicketedEvent[], price: Price): Catalogue<Discount> => ({
  title: words.discounts,
  add: words.newDiscount,
  scope: 'programme:manage',
  empty: { title: words.noDiscounts, text: words.noDiscountsText },
  load: async () => (await api.discounts.list().all()).filter(({ discount_status }) => discount_status !== 'archived'),
  keyOf: ({ discount_id }) => discount_id,
  nameOf: ({ code }) => code,
  columns: [
    { title: words.code, cell: ({ code }) => <strong>{code}</strong> },
    {
      title: words.off,
      cell: ({ percentage, amount, currency }) =>
        percentage === null ? price(amount ?? 0, currency) : words.percent({ value: percentage }),
    },
    { title: common.event, isMinor: true, cell: ({ event_id }) => eventTitle(events, event_id) },
    {
      title: words.used,
      align: 'end',
      cell: ({ used, uses_max }) => (uses_max === null ? count(used) : words.usedOf({ used, max: uses_max })),
    },
    {
      title: common.until,
      isMinor: true,
      cell: ({ available_until_unix: until }) =>
        until === null ? words.withoutEnd : shortTime(until, organisation.timezone),
    },
    {
      title: common.state,
      cell: ({ discount_status: state }) => <Tag tone={state === 'active' ? 'good' : 'quiet'}>{stateTitle(state)}</Tag>,
    },
  ],
  fields: (discount, problems) => (
    <>
      <Field
        name="code"
        label={words.code}
        hint={words.codeHint}
        required
        autofocus
        maxLength={50}
        defaultValue={discount?.code ?? ''}
        error={problems.code}
      />
      <div class={form.pair}>
        <Field
          name="value"
          label={words.off}
          type="number"
          min={0}
          step="any"
          required
          defaultValue={String(discount?.percentage ?? discount?.amount ?? '')}
          error={problems.percentage ?? problems.amount}
        />
        <SelectField
          name="kind"
          label={words.kind}
          defaultValue={discount && discount.percentage === null ? 'amount' : 'percentage'}
          options={[
            { value: 'percentage', label: words.percentOfPrices },
            { value: 'amount', label: words.amountOfOrder({ currency: organisation.currency }) },
          ]}
        />
      </div>
      {discount === undefined && (
        <SelectField
          name="event_id"
          label={common.event}
          error={problems.event_id}
          options={[
            { value: '', label: words.everyEvent },
            ...events.map(({ event_id, title }) => ({ value: event_id, label: title })),
          ]}
        />
      )}
      <div class={form.pair}>
        {(['available_from_unix', 'available_until_unix'] as const).map((name) => (
          <Field
            key={name}
            name={name}
            label={name === 'available_from_unix' ? common.from : common.until}
            optional={common.optional}
            type="datetime-local"
            defaultValue={momentText(discount?.[name], organisation.timezone)}
            error={problems[name]}
          />
        ))}
      </div>
      <div class={form.pair}>
        <Field
          name="uses_max"
          label={words.usesMax}
          optional={words.emptyAnyNumber}
          type="number"
          min={1}
          defaultValue={String(discount?.uses_max ?? '')}
          error={problems.uses_max}
        />
        <SelectField
          name="discount_status"
          label={common.state}
          defaultValue={discount?.discount_status === 'inactive' ? 'inactive' : 'active'}
          options={['active', 'inactive'].map((value) => ({ value, label: stateTitle(value) }))}
        />
      </div>
    </>
  ),
  save: (filled, discount) => {
    const body = bodyOf(filled, discount, organisation)
    return discount
      ? api.discounts.change(discount.discount_id, body)
      : api.discounts.create({ ...body, event_id: filled.optional('event_id') ?? null })
  },
  archive: ({ discount_id }) => api.discounts.archive(discount_id),
  archiveAbout: words.archiveDiscount,
})

function eventTitle(events: TicketedEvent[], eventId: string | null): string {
  if (eventId === null) return words.everyEvent
  return events.find(({ event_id }) => event_id === eventId)?.title ?? `#${eventId}`
}

const momentText = (unix: number | null | undefined, zone: string): string =>
  unix === null || unix === undefined ? '' : wallTime(unix, zone)

/** Times in the form are in the club's time zone. */
function bodyOf(filled: Filled, discount: Discount | undefined, { timezone, currency }: Organisation) {
  const value = filled.number('value') ?? 0
  const isAmount = filled.text('kind') === 'amount'
  const moment = (name: 'available_from_unix' | 'available_until_unix') =>
    changedMoment(filled.optional(name), discount?.[name] ?? null, timezone)
  return {
    code: filled.text('code'),
    ...(isAmount ? { amount: value, percentage: null, currency } : { percentage: value, amount: null }),
    available_from_unix: moment('available_from_unix'),
    available_until_unix: moment('available_until_unix'),
    uses_max: filled.number('uses_max') ?? null,
    discount_status: filled.text('discount_status') as 'active' | 'inactive',
  }
}
