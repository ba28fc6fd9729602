import type { ImportResult } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { Button } from '../../kit/button.tsx'
import { csvLine } from '../../kit/csv.ts'
import { download } from '../../kit/download.ts'
import { Table } from '../../kit/table.tsx'
import form from '../parts/form.module.css'
import { count } from '../parts/format.ts'
import { Figures, Sheet } from '../parts/page.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/imports.ts'
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
    download(`${name}-refused.csv`, new Blob([csvLine([words.line, common.why]), ...lines]))
  }
  return (
    <>
      <Sheet title={imported ? words.n3WhatHappened : words.n3WhatWouldHappen}>
        <Figures
          figures={[
            { title: words.new, value: count(created) },
            { title: words.changed, value: count(changed) },
            { title: words.leftAlone, value: count(unchanged) },
            { title: words.refused, value: count(rejected) },
          ]}
        />
        <p role="status" class={styles.muted}>
          {imported ? words.itIsDone : words.nothingIsChangedYet}
        </p>
        <div class={form.actions}>{children}</div>
      </Sheet>
      {rejected > 0 && (
        <Sheet
          flush
          title={words.refused}
          about={
            <Button look="quiet" onClick={save}>
              {words.allAsCsv({ rejected: count(rejected) })}
            </Button>
          }
        >
          <Table
            caption={rejected > SHOWN_MAX ? words.theFirstThatWereRefused({ shownmax: SHOWN_MAX }) : words.refused}
            rows={rejections.slice(0, SHOWN_MAX)}
            keyOf={({ line }) => line}
            columns={[
              { title: words.line, cell: ({ line }) => line },
              { title: common.why, cell: ({ reason }) => inWords(reason, columns) },
            ]}
          />
        </Sheet>
      )}
    </>
  )
}
