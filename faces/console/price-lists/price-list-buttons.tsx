import type { TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/offers.ts'
import { activeLists } from './active-lists.ts'

type Props = {
  event: TicketedEvent
  hasPrices: boolean
  /** Places of it are sold or in baskets. */
  isTaken: boolean
  onChanged(): void
}

/** The event's prices as a list, and a list's prices for the event: the second only while nothing is sold. */
export function PriceListButtons({ event, hasPrices, isTaken, onChanged }: Props) {
  const [open, setOpen] = useState<'keep' | 'use' | undefined>()
  const close = () => setOpen(undefined)
  return (
    <>
      {hasPrices && <Button onClick={() => setOpen('keep')}>{words.keepAsList}</Button>}
      {!isTaken && <Button onClick={() => setOpen('use')}>{words.useList}</Button>}
      {open === 'keep' && <KeepDialog event={event} onClose={close} />}
      {open === 'use' && (
        <UseDialog
          {...{ event, hasPrices }}
          onClose={close}
          onDone={() => {
            close()
            onChanged()
          }}
        />
      )}
    </>
  )
}

/** A new list, or one that there is, which is then as the event. */
function KeepDialog({ event, onClose }: { event: TicketedEvent; onClose(): void }) {
  const lists = useLoad(activeLists, [])
  const [chosen, setChosen] = useState('')
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const { event_id } = event
    if (chosen === '') await api.priceLists.create({ title: filled.text('title'), event_id })
    else await api.priceLists.change(chosen, { event_id })
    toast(words.listKept)
    onClose()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.keepAsListTitle} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        <p>{words.keepAsListText}</p>
        {error !== undefined && <TroubleNotice error={error} />}
        {lists.data && lists.data.length > 0 && (
          <SelectField
            name="list"
            label={words.priceList}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            options={[
              { value: '', label: words.aNewList },
              ...lists.data.map(({ price_list_id, title }) => ({
                value: String(price_list_id),
                label: words.inPlaceOf({ title }),
              })),
            ]}
          />
        )}
        {chosen === '' && (
          <Field name="title" label={common.title} required autofocus maxLength={200} error={problems.title} />
        )}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.keep}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

type UseProps = { event: TicketedEvent; hasPrices: boolean; onClose(): void; onDone(): void }

function UseDialog({ event, hasPrices, onClose, onDone }: UseProps) {
  const lists = useLoad(activeLists, [])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.events.usePriceList(event.event_id, { price_list_id: Number(filled.text('price_list_id')) })
    toast(words.listUsed)
    onDone()
  })
  const trouble = lists.error ?? error
  return (
    <Dialog open title={words.useListTitle} onClose={onClose}>
      {trouble !== undefined && <TroubleNotice error={trouble} />}
      {lists.data?.length === 0 && (
        <>
          <p>{words.aboutPriceLists}</p>
          <p>
            <a href={routes.priceLists()}>{words.priceLists}</a>
          </p>
        </>
      )}
      {lists.data && lists.data.length > 0 && (
        <form class={form.form} onSubmit={submit}>
          {hasPrices && <p>{words.useListText}</p>}
          <SelectField
            name="price_list_id"
            label={words.priceList}
            error={fieldErrors(error).price_list_id}
            options={lists.data.map(({ price_list_id, title }) => ({ value: String(price_list_id), label: title }))}
          />
          <div class={form.actions}>
            <Button type="submit" look="strong" busy={isBusy}>
              {words.use}
            </Button>
            <Button onClick={onClose}>{common.cancel}</Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
