import type { SavedPrice, SavedPriceCategory, SavedPriceList } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { locale } from '../language/language.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import { words } from '../words/offers.ts'
import { sinceStart } from './since-start.ts'

type TypeNames = Map<number, string>

/** What events are sold at, to be used again: its categories and their prices, as they were in the event that it was made of. */
export function PriceListPage({ price_list_id: id = '' }: Record<string, string>) {
  const list = useLoad(() => api.priceLists.retrieve(id), [id])
  const types = useLoad(() => api.memberships.listManagedTypes({ limit: 100 }).all(), [])
  usePage(list.data?.title)
  if (list.error !== undefined) return <TroubleNotice error={list.error} onRetry={list.reload} />
  if (!list.data) return null
  const names: TypeNames = new Map(
    (types.data ?? []).map(({ membership_type_id, title }) => [membership_type_id, title]),
  )
  return (
    <>
      <Head list={list.data} onChanged={list.reload} />
      {list.data.categories.map((category) => (
        <Category key={category.title} {...{ category, names }} currency={list.data?.currency ?? ''} />
      ))}
    </>
  )
}

function Head({ list, onChanged }: { list: SavedPriceList; onChanged(): void }) {
  const { whyNot } = useConsole()
  const [isRenaming, setRenaming] = useState(false)
  const mayChange = whyNot('programme:manage') === undefined && list.status === 'active'
  return (
    <>
      <PageHead
        title={list.title}
        over={
          <>
            <a href={routes.priceLists()}>{words.priceLists}</a>
            {list.status === 'archived' && <Tag>{words.archived}</Tag>}
          </>
        }
        actions={
          mayChange && (
            <>
              <Button onClick={() => setRenaming(true)}>{words.rename}</Button>
              <ConfirmButton
                look="plain"
                label={common.archiveMore}
                title={words.archiveList}
                verb={common.archive}
                act={async () => {
                  await api.priceLists.archive(list.price_list_id)
                  onChanged()
                }}
              >
                {words.archiveListText}
              </ConfirmButton>
              <ButtonLink href={routes.newEvent({ price_list: list.price_list_id })} look="strong">
                {eventWords.newEvent}
              </ButtonLink>
            </>
          )
        }
      />
      <p>{words.aboutPriceList}</p>
      {isRenaming && (
        <RenameDialog
          list={list}
          onClose={() => setRenaming(false)}
          onDone={() => {
            setRenaming(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}

function RenameDialog({ list, onClose, onDone }: { list: SavedPriceList; onClose(): void; onDone(): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.priceLists.change(list.price_list_id, { title: filled.text('title') })
    toast(common.saved)
    onDone()
  })
  return (
    <Dialog open title={words.renameTitle} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field
          name="title"
          label={common.title}
          defaultValue={list.title}
          required
          autofocus
          maxLength={200}
          error={fieldErrors(error).title}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function Category({ category, names, currency }: { category: SavedPriceCategory; names: TypeNames; currency: string }) {
  const { price } = useConsole()
  const { title, capacity, seat_section_ids: stands, gate_ids: gates, prices } = category
  const columns: Column<SavedPrice>[] = [
    { title: common.price, cell: (row) => row.title },
    { title: words.whoFor, isMinor: true, cell: ({ membership_type_ids: ids }) => whoMayBuy(ids, names) },
    { title: eventWords.onSale, isMinor: true, cell: windowOf },
    {
      title: eventWords.limits,
      isMinor: true,
      cell: ({ limit_places, max_per_order }) =>
        [
          ...(limit_places === null ? [] : [eventWords.placesOf({ count: limit_places })]),
          ...(max_per_order === null ? [] : [eventWords.price.anOrder({ maxPerOrder: max_per_order })]),
        ].join(', '),
    },
    { title: eventWords.price.fanPays, align: 'end', cell: ({ total }) => price(total, currency) },
  ]
  const about = [
    eventWords.placesOf({ count: capacity }),
    ...(stands.length === 0 ? [] : [words.standsCount({ count: stands.length })]),
    ...(gates.length === 0 ? [] : [words.gatesCount({ count: gates.length })]),
  ]
  return (
    <Sheet flush title={title} about={about.join(' · ')}>
      <Table caption={title} columns={columns} rows={prices} keyOf={(row) => prices.indexOf(row)} />
    </Sheet>
  )
}

const whoMayBuy = (ids: number[], names: TypeNames): string =>
  ids.length === 0 ? words.forEverybody : ids.map((id) => names.get(id) ?? `#${id}`).join(', ')

function windowOf({ available_from_seconds: from, available_until_seconds: until }: SavedPrice): string {
  if (from === null && until === null) return eventWords.always
  const said = (seconds: number) => {
    const { parts, isBefore } = sinceStart(seconds)
    if (parts.length === 0) return words.theStart
    const lengths = parts.map(({ count, unit }) =>
      count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' }),
    )
    const length = new Intl.ListFormat(locale, { type: 'unit' }).format(lengths)
    return isBefore ? words.beforeStart({ length }) : words.afterStart({ length })
  }
  return eventWords
    .fromTo({ from: from === null ? '' : said(from), until: until === null ? eventWords.price.end : said(until) })
    .trim()
}
