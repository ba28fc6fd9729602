import { useState } from 'preact/hooks'
import type { Chooser } from './chooser.ts'
import { nameOf, type PlanRow, type PlanStand } from './plan.ts'
import styles from './seat-list.module.css'
import { rowOf } from './words.ts'

/** The free seats of a stand as checkboxes, row by row: for buyers who would rather read, or listen, than look. */
export function SeatList({ stand, chooser }: { stand: PlanStand; chooser: Chooser }) {
  const { words, isFree, chosen } = chooser
  const listedSeats = (row: PlanRow) => row.seats.filter((seat) => isFree(seat) || chosen.includes(seat))
  const sections = stand.sections
    .map((section) => ({ section, rows: section.rows().filter((row) => listedSeats(row).length > 0) }))
    .filter(({ rows }) => rows.length > 0)
  const [open, setOpen] = useState<PlanRow | undefined>(
    () => chosen.find(({ row }) => stand.sections.includes(row.section))?.row ?? sections[0]?.rows[0],
  )
  if (sections.length === 0) return <p>{words.soldOut}</p>
  return (
    <div class={styles.list}>
      {sections.map(({ section, rows }) => (
        <section key={section.id} aria-label={nameOf(section)}>
          {section.subTitle !== null && <h4>{section.subTitle}</h4>}
          {rows.map((row) => {
            const seats = listedSeats(row)
            return (
              <details
                key={row.position}
                open={open === row}
                onToggle={(event) => event.currentTarget.open && setOpen(row)}
              >
                <summary>
                  <span>{row.title === null ? words.noRow : `${words.row} ${row.title}`}</span>
                  <span>{words.free(seats.length)}</span>
                </summary>
                {open === row && (
                  <ul>
                    {seats.map((seat) => (
                      <li key={seat.id}>
                        <label>
                          <input
                            type="checkbox"
                            checked={chosen.includes(seat)}
                            onChange={(event) => {
                              chooser.toggle(seat)
                              // What was refused is not chosen, whatever the box says.
                              event.currentTarget.checked = chosen.includes(seat)
                            }}
                          />
                          <span>
                            <span class="visually-hidden">{rowOf(seat, words)}, </span>
                            <span class={styles.seatName}>{chooser.labelInRow(seat)}</span>
                          </span>
                        </label>
                      </li>
                    ))}
                  </ul>
                )}
              </details>
            )
          })}
        </section>
      ))}
    </div>
  )
}
