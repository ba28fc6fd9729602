import type { ImportResult } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { csvLine } from '../../kit/csv.ts'
import { download } from '../../kit/download.ts'
import { CheckField } from '../../kit/field.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import fields from '../parts/filters.module.css'
import form from '../parts/form.module.css'
import { count } from '../parts/format.ts'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/imports.ts'
import { ColumnField } from './column-field.tsx'
import { customerColumns, guessColumns, memberColumns } from './columns.ts'
import styles from './import-page.module.css'
import { datesOf, importLabel, type Meaning, ROWS_MAX, whyNoImport, whyNotYet } from './meanings.ts'
import { MissingTypes } from './missing-types.tsx'
import { Outcome } from './outcome.tsx'
import { decode, type FileTable, readTable } from './read-table.ts'

/** A long file, at a server that has other things to do. */
const TIMEOUT_MS = 180_000

const KINDS = {
  customers: { title: words.importCustomers, columns: customerColumns, back: routes.customers, names: [] as string[] },
  members: {
    title: words.importMembers,
    columns: memberColumns,
    back: routes.members,
    names: ['first_name', 'last_name'],
  },
}

export const ImportCustomersPage = () => <ImportPage kind="customers" />
export const ImportMembersPage = () => <ImportPage kind="members" />

/** A file, what its headings mean, what would come of it, and only then the import. */
function ImportPage({ kind }: { kind: keyof typeof KINDS }) {
  const { title, columns, back, names } = KINDS[kind]
  usePage(title)
  const { whyNot } = useConsole()
  const [file, setFile] = useState<(FileTable & { name: string }) | undefined>()
  const [meanings, setMeanings] = useState<Meaning[]>([])
  const [isUpdate, setUpdate] = useState(false)
  const [result, setResult] = useState<ImportResult | undefined>()
  const action = useAction()
  const choose = async (input: HTMLInputElement) => {
    const [chosen] = input.files ?? []
    if (!chosen) return
    const table = readTable(decode(new Uint8Array(await chosen.arrayBuffer())))
    setFile({ ...table, name: chosen.name })
    setMeanings(guessColumns(table.headings, columns).map((to, at) => ({ to, dates: datesOf(columns, to, table, at) })))
    setResult(undefined)
    action.forget()
  }
  const mean = (at: number, meaning: Meaning) => {
    setMeanings(meanings.with(at, meaning))
    setResult(undefined)
  }
  const send = (dry_run: boolean) =>
    action.run(async () => {
      const mapping = meanings.flatMap(({ to, dates }, at) =>
        to === '' ? [] : [{ from: file?.headings[at] ?? '', to, ...(dates !== '' && { dates }) }],
      )
      const asked = { object: kind, file: file?.text ?? '', columns: mapping, update: isUpdate, skip_bad_rows: true }
      setResult(await api.imports.importPeople({ ...asked, dry_run }, { timeoutMs: TIMEOUT_MS }))
    })
  const whyNoTry = whyNot('members:manage') ?? whyNotYet(file, meanings, names)
  return (
    <>
      <PageHead
        title={title}
        over={<a href={back()}>{kind === 'customers' ? common.customers : common.members}</a>}
        actions={
          <Button onClick={() => download(`${kind}.csv`, new Blob([csvLine(columns.map(({ label }) => label))]))}>
            {words.emptyFile}
          </Button>
        }
      />
      <Sheet title={words.n1TheFile}>
        <p class={styles.muted}>{words.aSpreadsheetSavedAsCsv({ rowsmax: count(ROWS_MAX) })}</p>
        <input
          class={fields.input}
          type="file"
          accept=".csv,.txt,text/csv"
          aria-label={words.file}
          onChange={({ currentTarget }) => choose(currentTarget)}
        />
      </Sheet>
      {file && (
        <Sheet title={words.n2TheColumns} about={words.rows({ name: file.name, length: count(file.rows.length) })}>
          <div class={styles.mapping}>
            {file.headings.map((heading, at) =>
              heading === '' ? null : (
                <ColumnField
                  key={`${file.name} ${at}`}
                  heading={heading}
                  example={file.rows.find((row) => row[at])?.[at]}
                  columns={columns}
                  meaning={meanings[at] ?? { to: '', dates: '' }}
                  guess={datesOf(columns, meanings[at]?.to ?? '', file, at)}
                  onChange={(to) => mean(at, { to, dates: datesOf(columns, to, file, at) })}
                  onDates={(dates) => mean(at, { to: meanings[at]?.to ?? '', dates })}
                />
              ),
            )}
          </div>
          <div class={styles.options}>
            <CheckField
              name="update"
              label={words.alsoChangePeopleWhoAre}
              onChange={(isTicked) => {
                setUpdate(isTicked)
                setResult(undefined)
              }}
            />
          </div>
          {action.error !== undefined && <TroubleNotice error={action.error} />}
          <div class={form.actions}>
            <Button busy={action.isBusy} why={whyNoTry} look={result ? 'plain' : 'strong'} onClick={() => send(true)}>
              {words.tryIt}
            </Button>
            {whyNoTry !== undefined && <span class={styles.muted}>{whyNoTry}</span>}
          </div>
        </Sheet>
      )}
      {result && !result.imported && result.missing_types.length > 0 && (
        <MissingTypes types={result.missing_types} onMade={() => send(true)} />
      )}
      {result && (
        <Outcome result={result} name={kind} columns={columns}>
          {result.imported ? (
            <ButtonLink href={back()}>{words.seeThem}</ButtonLink>
          ) : (
            <Button look="strong" busy={action.isBusy} why={whyNoImport(result)} onClick={() => send(false)}>
              {importLabel(result)}
            </Button>
          )}
        </Outcome>
      )}
    </>
  )
}
