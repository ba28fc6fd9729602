import { Button } from '../../kit/button.tsx'
import { csvLine } from '../../kit/csv.ts'
import { download } from '../../kit/download.ts'
import { decode, readTable } from '../imports/read-table.ts'
import detail from '../parts/detail.module.css'
import fields from '../parts/filters.module.css'
import form from '../parts/form.module.css'
import { words } from '../words/venues.ts'
import { type ReadSeats, readSeats } from './read-seats.ts'
import styles from './venues.module.css'

const PROBLEMS_MAX = 20

/** A list of seats: chosen, read here, and what could not be read told by line. */
export function SeatFile({ read, onRead }: { read: ReadSeats | undefined; onRead(read: ReadSeats): void }) {
  const choose = async (input: HTMLInputElement) => {
    const [chosen] = input.files ?? []
    if (chosen) onRead(readSeats(readTable(decode(new Uint8Array(await chosen.arrayBuffer())))))
  }
  const problems = read?.problems ?? []
  return (
    <>
      <p class={detail.muted}>{words.fileHint}</p>
      <div class={form.actions}>
        <input
          class={fields.input}
          type="file"
          accept=".csv,.txt,text/csv"
          aria-label={words.file}
          onChange={({ currentTarget }) => choose(currentTarget)}
        />
        <Button look="quiet" onClick={() => download('seats.csv', new Blob([csvLine(words.headings)]))}>
          {words.emptyFile}
        </Button>
      </div>
      {problems.length > 0 && (
        <div role="alert">
          <strong>{words.problems}</strong>
          <ul class={styles.problems}>
            {problems.slice(0, PROBLEMS_MAX).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
            {problems.length > PROBLEMS_MAX && <li>{words.moreProblems({ count: problems.length - PROBLEMS_MAX })}</li>}
          </ul>
        </div>
      )}
    </>
  )
}
