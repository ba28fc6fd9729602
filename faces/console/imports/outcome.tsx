import type { ImportResult } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { Button } from '../../kit/button.tsx'
import { csvLine } from '../../kit/csv.ts'
import { download } from '../../kit/download.ts'
import { Table } from '../../kit/table.tsx'
import form from '../parts/form.module.css'
import { count } from '../parts/format.ts'
import { Figures, Sheet } from '../parts/page.tsx'
import { type ImportColumn, inWords } from './columns.ts'
import styles from './import-page.module.css'

/** More is not read on a screen; the file has all. */
const SHOWN_MAX = 100

/** What would come of a file, or what has. */
export function Outcome({
  result,
  name,
  columns,
  children,
}: {
  result: ImportResult
  name: string
  columns: ImportColumn[]
  children: ComponentChildren
}) {
  const { imported, created, changed, unchanged, rejected, rejections } = result
  const save = () => {
    const lines = rejections.map(({ line, reason }) => csvLine([line, inWords(reason, columns)]))
    download(`${name}-refused.csv`, new Blob([csvLine(['Line', 'Why']), ...lines]))
  }
  return (
    <>
      <Sheet title={imported ? '3. What happened' : '3. What would happen'}>
        <Figures
          figures={[
            { title: 'New', value: count(created) },
            { title: 'Changed', value: count(changed) },
            { title: 'Left alone', value: count(unchanged) },
            { title: 'Refused', value: count(rejected) },
          ]}
        />
        <p role="status" class={styles.muted}>
          {imported ? 'It is done.' : 'Nothing is changed yet.'}
        </p>
        <div class={form.actions}>{children}</div>
      </Sheet>
      {rejected > 0 && (
        <Sheet
          flush
          title="Refused"
          about={
            <Button look="quiet" onClick={save}>
              All {count(rejected)} as CSV
            </Button>
          }
        >
          <Table
            caption={rejected > SHOWN_MAX ? `The first ${SHOWN_MAX} that were refused` : 'Refused'}
            rows={rejections.slice(0, SHOWN_MAX)}
            keyOf={({ line }) => line}
            columns={[
              { title: 'Line', cell: ({ line }) => line },
              { title: 'Why', cell: ({ reason }) => inWords(reason, columns) },
            ]}
          />
        </Sheet>
      )}
    </>
  )
}
