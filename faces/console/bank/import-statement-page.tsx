import type { BankStatement } from '@grandstand/sdk'
import { GrandstandError } from '@grandstand/sdk/console'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { decode } from '../imports/read-table.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { count } from '../parts/format.ts'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/bank.ts'
import styles from './bank.module.css'
import { CsvColumns, whyNotLike } from './csv-columns.tsx'
import {
  type BankCsv,
  type CsvReading,
  guessReading,
  isCsv,
  mappingOf,
  readBankCsv,
  readingOf,
} from './read-bank-csv.ts'
import { StatementResult } from './statement-result.tsx'

/** A long file, at a server that has other things to do. */
const TIMEOUT_MS = 180_000
const LINES_MAX = 10_000
const CHARACTERS_MAX = 6_000_000
/** Letters take up to four bytes; more is no statement that could be taken. */
const BYTES_MAX = 4 * CHARACTERS_MAX
const MEGABYTE = 1_000_000
/** Of so many files before, the last that has the same columns says how this one is read. */
const REMEMBERED_MAX = 100

type Chosen = { name: string; text: string; csv: BankCsv | undefined }

/** A file of the bank, for a CSV what its columns mean, and what came of it. */
export function ImportStatementPage() {
  usePage(words.importTitle)
  const { whyNot, organisation } = useConsole()
  const before = useLoad(async () => (await api.bank.listStatements({ limit: REMEMBERED_MAX }).page()).data, [])
  const [file, setFile] = useState<Chosen | undefined>()
  const [reading, setReading] = useState<CsvReading | undefined>()
  const [isRemembered, setRemembered] = useState(false)
  const [refused, setRefused] = useState<string | undefined>()
  const [result, setResult] = useState<BankStatement | undefined>()
  const action = useAction()
  const begin = () => {
    setFile(undefined)
    setResult(undefined)
    setRefused(undefined)
    action.forget()
  }
  const choose = async (chosen: File) => {
    begin()
    const problem = chosen.size > BYTES_MAX ? tooLarge(chosen.size) : undefined
    const bytes = problem === undefined ? new Uint8Array(await chosen.arrayBuffer()) : new Uint8Array()
    const text = decode(bytes)
    const why = problem ?? whyNoStatement(bytes, text)
    if (why !== undefined) return setRefused(why)
    const csv = isCsv(text) ? readBankCsv(text) : undefined
    if (csv) {
      const known = (before.data ?? []).flatMap(({ mapping }) => (mapping ? (readingOf(csv, mapping) ?? []) : []))
      setReading(known[0] ?? guessReading(csv, organisation.currency))
      setRemembered(known.length > 0)
    }
    setFile({ name: chosen.name, text, csv })
  }
  const send = () =>
    action.run(async () => {
      if (!file) return
      const mapping = file.csv && reading && mappingOf(file.csv, reading)
      setResult(
        await api.bank.importStatement(
          { file: file.text, file_name: file.name.slice(0, 200), ...(mapping && { mapping }) },
          { timeoutMs: TIMEOUT_MS },
        ),
      )
    })
  const why = whyNot('debts:manage') ?? (file?.csv && reading ? whyNotLike(file.csv, reading) : undefined)
  return (
    <>
      <PageHead title={words.importTitle} over={<a href={routes.bank()}>{words.bank}</a>} />
      <Sheet title={words.theFile}>
        <p class={styles.small}>{words.theFileText({ lines: count(LINES_MAX) })}</p>
        <FileField name={file?.name} onChoose={choose} />
        {refused !== undefined && (
          <Notice title={words.cannotRead}>
            <p>{refused}</p>
          </Notice>
        )}
        {file && !file.csv && !result && (
          <>
            <ImportTrouble error={action.error} />
            <ImportButton why={why} isBusy={action.isBusy} onClick={send} />
          </>
        )}
      </Sheet>
      {file?.csv && reading && !result && (
        <>
          <CsvColumns
            key={file.name}
            csv={file.csv}
            reading={reading}
            isRemembered={isRemembered}
            onChange={(changed) => {
              setReading(changed)
              setRemembered(false)
              action.forget()
            }}
          />
          <ImportTrouble error={action.error} />
          <ImportButton why={why} isBusy={action.isBusy} onClick={send} />
        </>
      )}
      {result && (
        <StatementResult
          statement={result}
          wasKnown={
            before.data?.some(({ bank_statement_id }) => bank_statement_id === result.bank_statement_id) ?? false
          }
          onAnother={() => {
            begin()
            before.reload()
          }}
        />
      )}
    </>
  )
}

const tooLarge = (bytes: number) => words.tooLarge({ megabytes: count(Math.ceil(bytes / MEGABYTE)) })

function whyNoStatement(bytes: Uint8Array, text: string): string | undefined {
  if (text.trim() === '') return words.isEmpty
  if (text.startsWith('%PDF')) return words.isPdf
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return words.isArchive
  if (text.includes('\0')) return words.isNoText
  return text.length > CHARACTERS_MAX ? tooLarge(bytes.length) : undefined
}

function ImportButton({ why, isBusy, onClick }: { why: string | undefined; isBusy: boolean; onClick(): void }) {
  return (
    <div class={form.actions}>
      <Button look="strong" why={why} busy={isBusy} onClick={onClick}>
        {words.importIt}
      </Button>
      {isBusy && <span role="status">{words.reading}</span>}
      {why !== undefined && <span class={styles.small}>{why}</span>}
    </div>
  )
}

/** What is wrong with the file stands in the answer, with its line. */
function ImportTrouble({ error }: { error: unknown }) {
  if (error === undefined) return null
  const said = error instanceof GrandstandError && (error.errors ?? [error]).find(({ param }) => param === 'file')
  const [, line, why] = (said && /^file: line (\d+): ([\s\S]*)$/.exec(said.message)) || []
  if (line === undefined) return <TroubleNotice error={error} />
  return (
    <Notice title={words.cannotRead}>
      <p>{words.inLine({ line })}</p>
      <p lang="en">{why}</p>
    </Notice>
  )
}

/** The browser's own, so that keys and screen readers know it; it takes a file that is dropped on it, too. */
function FileField({ name, onChoose }: { name: string | undefined; onChoose(file: File): void }) {
  const input = useRef<HTMLInputElement>(null)
  // The same file may be chosen again once it was mended.
  useEffect(() => {
    if (name === undefined && input.current) input.current.value = ''
  }, [name])
  return (
    <input
      ref={input}
      class={styles.drop}
      type="file"
      accept=".xml,.sta,.mt940,.940,.txt,.csv,text/csv,text/xml,application/xml"
      aria-label={words.chooseFile}
      onChange={({ currentTarget }) => {
        const [first] = currentTarget.files ?? []
        if (first) onChoose(first)
      }}
    />
  )
}
