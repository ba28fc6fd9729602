import type { PriceCategory, TicketedEvent } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import form from '../parts/form.module.css'
import { type TranslatedText, TranslationsField, translationsFrom } from '../parts/translations-field.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words as eventWords } from '../words/events.ts'
import { words } from '../words/offers.ts'
import { CategoryPlaces, placesOf, seatsOf } from './category-places.tsx'

const TEXTS: TranslatedText[] = [
  { name: 'title', label: common.title, maxLength: 200 },
  { name: 'section_label', label: eventWords.category.ticketHint, maxLength: 100 },
]

/** So many places, which prices sell. Fewer than are sold or held is refused. */
export function CategoryDialog({
  event,
  category,
  onClose,
  onDone,
}: {
  event: TicketedEvent
  /** undefined: a new one. */
  category: PriceCategory | undefined
  onClose(): void
  onDone(): void
}) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const places = placesOf(filled)
    const body = {
      title: filled.text('title'),
      capacity: filled.number('capacity') ?? (await seatsOf(event, places.seat_section_ids)),
      section_label: filled.optional('section_label') ?? null,
      translations: translationsFrom(filled, TEXTS, category?.translations),
      ...places,
    }
    if (category) await api.prices.changeCategory(category.price_category_id, body)
    else await api.prices.createCategory(event.event_id, body)
    toast(common.saved)
    onDone()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={category ? eventWords.category.change : eventWords.category.new} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field name="title" label={common.title} defaultValue={category?.title ?? ''} required error={problems.title} />
        <Field
          name="capacity"
          label={eventWords.category.places}
          type="number"
          min={0}
          defaultValue={String(category?.capacity ?? '')}
          {...(event.seat_map_id === null ? { required: true } : { optional: words.asManyAsSeats })}
          error={problems.capacity}
        />
        <Field
          name="section_label"
          label={eventWords.category.ticketHint}
          optional={eventWords.category.unseatedHint}
          defaultValue={category?.section_label ?? ''}
          error={problems.section_label}
        />
        <CategoryPlaces event={event} category={category} />
        <TranslationsField texts={TEXTS} translations={category?.translations} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
          {category && (
            <ConfirmButton
              label={words.archiveCategory}
              title={words.archiveCategoryTitle}
              verb={common.archive}
              act={async () => {
                await api.prices.archiveCategory(category.price_category_id)
                onDone()
              }}
            >
              {words.archiveCategoryText}
            </ConfirmButton>
          )}
        </div>
      </form>
    </Dialog>
  )
}
