import { useEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../../../kit/announcer.tsx'
import { Button, ButtonLink } from '../../../kit/button.tsx'
import type { Column } from '../../../kit/table.tsx'
import { toast } from '../../../kit/toast.tsx'
import { useAction } from '../../../kit/use-action.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/frame.ts'
import { api } from '../api.ts'
import { useConsole } from '../console.tsx'
import { Sheet } from '../page.tsx'
import { Empty } from '../trouble.tsx'
import { useQuery } from '../use-query.ts'
import { isNarrowed, narrowingNames, questionOf } from './ask.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CellView } from './cell.tsx'
import { CsvButton } from './csv-button.tsx'
import type { AnyList } from './description.ts'
import { ListFilters } from './list-filters.tsx'
import { ListTable, type Page, useListPage } from './list-table.tsx'

type Question = Record<string, unknown>
type Resources = Record<string, Record<string, (query?: Question) => { page(): Promise<Page<unknown>> }>>

function readPage({ operation, isWhole }: AnyList, question: Question): Promise<Page<unknown>> {
  const [resource = '', method = ''] = operation.split('.')
  const read = (api as unknown as Resources)[resource]?.[method]
  if (!read) throw new Error(`there is no ${operation}`)
  return (isWhole ? read() : read(question)).page()
}

/** A list as its description says, at the place that the address names: what narrows it, its rows, its pages and its file. */
export function ListSheet({
  list,
  fixed = {},
  version = 0,
}: {
  list: AnyList
  /** What the page that it stands on asks for besides. */
  fixed?: Question
  /** Another one has it read anew. */
  version?: number
}) {
  const { query } = useQuery()
  const { whyNot } = useConsole()
  const question = { ...questionOf(list, query), ...fixed }
  const asked = JSON.stringify(question)
  const page = useListPage((at) => readPage(list, { ...question, ...at }), [asked, version])
  const [ticked, setTicked] = useState<ReadonlySet<string | number>>(new Set())
  useEffect(() => setTicked(new Set()), [asked, query.cursor])
  useAnnouncement(page.data)
  const rows = page.data?.data ?? []
  const bulk = list.bulkActions ?? []
  const isTickable = bulk.length > 0 || (list.runs !== undefined && whyNot('runs:manage') === undefined)
  const hasSome = rows.length > 0 || isNarrowed(list, query)
  return (
    <Sheet flush title={list.heading} about={(list.search || list.filters) && <ListFilters list={list} />}>
      <ListTable
        caption={list.title}
        list={page}
        columns={columnsOf(list, rows, (scope) => whyNot(scope, 'read') === undefined, page.reload)}
        keyOf={list.keyOf}
        hrefOf={list.hrefOf}
        stacks={list.stacks === true || list.rowAction !== undefined}
        ticks={!isTickable ? undefined : { ticked, setTicked, allTitle: words.list.allOfPage }}
        empty={<Nothing list={list} />}
        foot={
          list.csv &&
          hasSome && (
            <CsvButton
              csv={list.csv}
              question={question}
              label={list.csv.isFiltered && isNarrowed(list, query) ? words.csv.these : list.csv.label}
            />
          )
        }
      />
      {ticked.size > 0 && (
        <BulkBar
          actions={bulk}
          runs={list.runs}
          csv={list.csv}
          question={question}
          keyOf={list.keyOf}
          rows={rows.filter((row) => ticked.has(list.keyOf(row)))}
          onClear={() => setTicked(new Set())}
          onDone={() => {
            setTicked(new Set())
            page.reload()
          }}
        />
      )}
    </Sheet>
  )
}

/** A screen reader says that the rows have changed. */
function useAnnouncement(data: Page<unknown> | undefined): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!data) return
    if (!isFirst.current) announce(countOf(data))
    isFirst.current = false
  }, [data])
}

function countOf({ data: { length }, has_more }: Page<unknown>): string {
  if (length === 0) return words.list.noneFound
  return (has_more ? words.list.rowsAndMore : words.list.rows)({ count: length })
}

function columnsOf(
  list: AnyList,
  rows: unknown[],
  may: (scope: string) => boolean,
  onDone: () => void,
): Column<unknown>[] {
  const { rowAction } = list
  const listColumns = list.columns.filter(
    ({ needs, isForSome, cell }) =>
      (needs === undefined || may(needs)) && (!isForSome || rows.some((row) => cell(row) !== undefined)),
  )
  const columns: Column<unknown>[] = listColumns.map(({ label, cell, align, isMinor }) => ({
    title: label,
    align,
    isMinor,
    cell: (row) => <CellView cell={cell(row)} />,
  }))
  if (!rowAction) return columns
  return [
    ...columns,
    { title: common.action, align: 'end', cell: (row) => <RowButton action={rowAction} {...{ row, onDone }} /> },
  ]
}

function RowButton({
  action,
  row,
  onDone,
}: {
  action: NonNullable<AnyList['rowAction']>
  row: unknown
  onDone(): void
}) {
  const { whyNot } = useConsole()
  const { run, isBusy } = useAction()
  const act = () =>
    run(() =>
      action.run(api, row).then(
        () => {
          toast(action.done)
          onDone()
        },
        (failure) => toast(failure instanceof Error ? failure.message : String(failure), 'flare'),
      ),
    )
  return (
    <Button look="quiet" busy={isBusy} why={whyNot(action.needs)} onClick={act}>
      {action.label}
    </Button>
  )
}

/** Nothing that is like this, and the way back to all of it; or nothing at all, and how to begin. */
function Nothing({ list }: { list: AnyList }) {
  const { query, hrefWith } = useQuery()
  const { whyNot } = useConsole()
  const { title, text, start } = list.empty
  if (isNarrowed(list, query))
    return (
      <Empty title={words.list.noMatch}>
        <p>{words.list.noMatchHint}</p>
        <ButtonLink href={hrefWith(Object.fromEntries(narrowingNames(list).map((name) => [name, undefined])))}>
          {words.list.clearFilters}
        </ButtonLink>
      </Empty>
    )
  const mayStart = start && (start.needs === undefined || whyNot(start.needs) === undefined)
  return (
    <Empty title={title}>
      <p>{text}</p>
      {mayStart && <ButtonLink href={start.href}>{start.label}</ButtonLink>}
    </Empty>
  )
}
