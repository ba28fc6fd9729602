import type { ChangeSeatSection, TicketedEvent } from '@grandstand/sdk'
import { SelectField } from '../../kit/field.tsx'
import type { Drawing } from '../../kit/seat-map/plan.ts'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words as eventWords } from '../words/events.ts'
import styles from './event-page.module.css'

type Section = Drawing['sections'][number]
type Rule = NonNullable<ChangeSeatSection['best_seats']>

const RULES: { value: Rule; label: string }[] = [
  { value: 'front', label: eventWords.bestSeats.front },
  { value: 'middle', label: eventWords.bestSeats.middle },
]

/** Which seats of a stand are the best: what the shop offers first, and what it chooses for a fan who does not choose. */
export function BestSeats({ event, sections }: { event: TicketedEvent; sections: Section[] }) {
  const { whyNot } = useConsole()
  const { run, error } = useAction()
  const mapId = event.seat_map_id
  if (mapId === null || whyNot('programme:manage') !== undefined) return null
  // The rule is a stand's: a change of one of its sections is a change of all.
  const stands = new Map(sections.toReversed().map((section) => [section.title, section]))
  return (
    <details>
      <summary>{eventWords.bestSeats.title}</summary>
      <div class={styles.rules}>
        {error !== undefined && <TroubleNotice error={error} />}
        {[...stands.values()].toReversed().map((section) => (
          <SelectField
            key={section.title}
            name={`best_seats.${section.seat_section_id}`}
            label={section.title}
            defaultValue={section.best_seats}
            options={RULES}
            onChange={({ currentTarget }) =>
              void run(async () => {
                const rule = currentTarget.value as Rule
                await api.seatMaps.changeSeatSection(mapId, section.seat_section_id, { best_seats: rule })
                toast(eventWords.savedFor({ title: section.title }))
              })
            }
          />
        ))}
      </div>
    </details>
  )
}
