import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../../kit/button.tsx'
import { CheckField, SelectField, TextField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { decode, readTable } from '../imports/read-table.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { activeLists } from '../price-lists/active-lists.ts'
import { common } from '../words/common.ts'
import { words as offers } from '../words/offers.ts'
import { words } from '../words/week.ts'
import styles from './event-page.module.css'
import { type Fixture, fixturesOf } from './read-fixtures.ts'

/** The API accepts at most this many at once. */
const COPIES_MAX = 50

/** Many events from a fixture list, each a copy of one: a season with one set of prices, looked at before it is made. */
export function CopiesPage({ event_id: eventId = '' }: Record<string, string>) {
  const { route } = useLocation()
  const { whyNot } = useConsole()
  const original = useLoad(() => api.events.retrieveManaged(eventId), [eventId])
  const [text, setText] = useState('')
  const lists = useLoad(activeLists, [])
  const [list, setList] = useState('')
  const [isOnSale, setOnSale] = useState(false)
  const action = useAction()
  usePage(original.data && words.severalLike({ title: original.data.title }))
  if (original.error !== undefined) return <TroubleNotice error={original.error} onRetry={original.reload} />
  if (!original.data) return null
  const { title, timezone } = original.data
  const { headings, rows } = readTable(text)
  const fixtures = text.trim() === '' ? [] : fixturesOf(headings, rows, timezone)
  const good = fixtures.flatMap((fixture) =>
    fixture.start === undefined ? [] : [{ ...fixture, start: fixture.start }],
  )
  const make = () =>
    action.run(async () => {
      const events = good.map((fixture) => ({ title: fixture.title, event_start_unix: fixture.start }))
      const copies = await api.events.copy(eventId, {
        events,
        ...(list === '' ? {} : { price_list_id: Number(list) }),
      })
      if (isOnSale) {
        for (const { event_id } of copies.events) await api.events.publish(event_id)
        toast(words.areOnSale({ count: events.length }))
        return route(routes.events())
      }
      toast(words.draftsMade({ count: events.length }))
      route(routes.events({ status: '0' }))
    })
  return (
    <>
      <PageHead title={words.severalLike({ title })} over={<a href={routes.event(eventId)}>{title}</a>} />
      <Sheet title={words.fixtureList}>
        <p>{words.copyTakesAlong}</p>
        <div class={form.form} onInput={({ target }) => setText((target as HTMLTextAreaElement).value)}>
          <label>
            {words.aFile}{' '}
            <input
              type="file"
              accept=".csv,.txt,text/csv"
              onInput={(event) => event.stopPropagation()}
              onChange={async ({ currentTarget }) => {
                const file = currentTarget.files?.[0]
                if (file) setText(decode(new Uint8Array(await file.arrayBuffer())))
              }}
            />
          </label>
          <TextField name="list" label={words.orPasteIt} hint={words.aLineEach} rows={8} />
        </div>
      </Sheet>
      {lists.data && lists.data.length > 0 && (
        <Sheet title={offers.prices}>
          <div class={form.form}>
            <SelectField
              name="price_list_id"
              label={offers.priceList}
              error={fieldErrors(action.error).price_list_id}
              onChange={({ currentTarget }) => setList(currentTarget.value)}
              options={[
                { value: '', label: offers.asInTheEvent },
                ...lists.data.map(({ price_list_id, title }) => ({ value: String(price_list_id), label: title })),
              ]}
            />
          </div>
        </Sheet>
      )}
      <Sheet flush title={words.whatIsMade}>
        {fixtures.length === 0 ? (
          <Empty title={words.nothingReadYet}>
            <p>{words.pasteOrChoose}</p>
          </Empty>
        ) : (
          <div class={styles.scroll}>
            <Fixtures fixtures={fixtures} zone={timezone} />
          </div>
        )}
      </Sheet>
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      <CheckField name="on_sale" label={words.onSaleAtOnce} hint={words.elseDrafts} onChange={setOnSale} />
      <div class={form.actions}>
        <Button
          look="strong"
          busy={action.isBusy}
          why={
            whyNot('programme:manage') ??
            (good.length === 0
              ? words.nothingReadYet
              : good.length > COPIES_MAX
                ? words.atMost({ count: COPIES_MAX })
                : undefined)
          }
          onClick={make}
        >
          {good.length < fixtures.length
            ? words.makeAndLeaveOut({ count: good.length, left: fixtures.length - good.length })
            : isOnSale
              ? words.makeEvents({ count: good.length })
              : words.makeDrafts({ count: good.length })}
        </Button>
      </div>
    </>
  )
}

const Fixtures = ({ fixtures, zone }: { fixtures: Fixture[]; zone: string }) => (
  <Table
    caption={words.whatIsMade}
    rows={fixtures}
    keyOf={({ line }) => line}
    columns={[
      { title: words.line, cell: ({ line }) => line },
      { title: common.event, cell: ({ title }) => title },
      { title: words.starts, cell: ({ start }) => (start === undefined ? '' : shortTime(start, zone)) },
      {
        title: common.state,
        cell: ({ problem }) =>
          problem === undefined ? (
            <Tag tone="good">{words.ready}</Tag>
          ) : (
            <Tag tone="flare">{words.lineProblems[problem]}</Tag>
          ),
      },
    ]}
  />
)
