import type { SeatSection } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/venues.ts'

/** What a section is called, where it stands in lists, and which of its seats are the best. */
export function SectionDialog({
  seatMapId,
  section,
  onClose,
  onDone,
}: {
  seatMapId: number
  section: SeatSection
  onClose(): void
  onDone(): void
}) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.seatMaps.changeSeatSection(seatMapId, section.seat_section_id, {
      title: filled.text('title'),
      sub_section_title: filled.optional('sub_section_title') ?? null,
      order_by: filled.number('order_by') ?? 0,
      best_seats: filled.text('best_seats') === 'middle' ? 'middle' : 'front',
    })
    toast(words.saved)
    onDone()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={[section.title, section.sub_section_title].filter(Boolean).join(', ')} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <div class={form.pair}>
          <Field
            name="title"
            label={words.sectionTitle}
            defaultValue={section.title}
            required
            maxLength={100}
            error={problems.title}
          />
          <Field
            name="sub_section_title"
            label={words.subSection}
            optional={words.optional}
            defaultValue={section.sub_section_title ?? ''}
            maxLength={100}
            error={problems.sub_section_title}
          />
        </div>
        <div class={form.pair}>
          <Field
            name="order_by"
            label={words.order}
            type="number"
            min={0}
            required
            defaultValue={String(section.order_by)}
            error={problems.order_by}
          />
          <SelectField
            name="best_seats"
            label={words.bestSeats}
            defaultValue={section.best_seats}
            options={[
              { value: 'front', label: words.front },
              { value: 'middle', label: words.middle },
            ]}
          />
        </div>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.save}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
