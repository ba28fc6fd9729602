import { Field } from '../../kit/field.tsx'
import detail from '../parts/detail.module.css'
import { words } from '../words/venues.ts'
import type { Stand } from './usual-ground.ts'
import styles from './venues.module.css'

/** A ground for about two thousand, which many clubs can begin with. */
export const usualStands: Stand[] = [
  { side: 'south', title: words.south, blocks: 3, rows: 10, seats: 24 },
  { side: 'north', title: words.north, blocks: 3, rows: 10, seats: 24 },
  { side: 'west', title: words.west, blocks: 2, rows: 8, seats: 20 },
  { side: 'east', title: words.east, blocks: 2, rows: 8, seats: 20 },
]

const NUMBERS = [
  { name: 'blocks', max: 20 },
  { name: 'rows', max: 80 },
  { name: 'seats', max: 100 },
] as const

/** Four sides of a pitch; one without rows stays empty. */
export const StandFields = ({ stands, onChange }: { stands: Stand[]; onChange(stands: Stand[]): void }) => (
  <div class={styles.stands}>
    {stands.map((stand, index) => {
      const set = (change: Partial<Stand>) => onChange(stands.with(index, { ...stand, ...change }))
      const labels = { blocks: words.blocks, rows: words.rows, seats: words.seatsInRow }
      return (
        <fieldset
          key={stand.side}
          class={styles.stand}
          onInput={({ target }) => {
            const { name, value } = target as HTMLInputElement
            const limit = NUMBERS.find((each) => each.name === name)
            set(
              limit ? { [limit.name]: Math.min(limit.max, Math.max(0, Math.trunc(Number(value)))) } : { title: value },
            )
          }}
        >
          <legend class="visually-hidden">{words[stand.side]}</legend>
          <Field name="title" label={words.standName} defaultValue={stand.title} maxLength={100} required />
          {NUMBERS.map(({ name, max }) => (
            <Field
              key={name}
              name={name}
              label={labels[name]}
              type="number"
              min={0}
              max={max}
              defaultValue={String(stand[name])}
            />
          ))}
        </fieldset>
      )
    })}
    <p class={detail.muted}>{words.noRows}</p>
  </div>
)
