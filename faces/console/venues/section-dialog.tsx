import type { SeatSection } from '@grandstand/sdk'
import { toast } from '../../kit/toast.tsx'
import { api } from '../parts/api.ts'
import type { FormDescription, FormPart } from '../parts/form/description.ts'
import { FormDialog } from '../parts/form/form.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/venues.ts'

type Props = { seatMapId: number; section: SeatSection; onClose(): void; onDone(): void }

/** The name of a section, its place in lists, and which of its seats are the best. */
export function SectionDialog({ seatMapId, section, onClose, onDone }: Props) {
  const form: FormDescription = {
    parts: partsOf(section),
    submit: async (filled) => {
      await api.seatMaps.changeSeatSection(seatMapId, section.seat_section_id, {
        title: filled.text('title'),
        sub_section_title: filled.optional('sub_section_title') ?? null,
        order_by: filled.number('order_by') ?? 0,
        best_seats: filled.text('best_seats') === 'middle' ? 'middle' : 'front',
      })
      toast(common.saved)
      onDone()
    },
    verb: common.save,
  }
  const title = [section.title, section.sub_section_title].filter(Boolean).join(', ')
  return <FormDialog title={title} form={form} onClose={onClose} />
}

const partsOf = ({ title, sub_section_title, order_by, best_seats }: SeatSection): FormPart[] => [
  {
    kind: 'row',
    fields: [
      { kind: 'text', name: 'title', label: words.sectionTitle, value: title, required: true, maxLength: 100 },
      {
        kind: 'text',
        name: 'sub_section_title',
        label: words.subSection,
        optional: common.optional,
        value: sub_section_title,
        maxLength: 100,
      },
    ],
  },
  {
    kind: 'row',
    fields: [
      { kind: 'number', name: 'order_by', label: words.order, min: 0, required: true, value: order_by },
      {
        kind: 'choice',
        name: 'best_seats',
        label: words.bestSeats,
        value: best_seats,
        options: [
          { value: 'front', label: words.front },
          { value: 'middle', label: words.middle },
        ],
      },
    ],
  },
]
