import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import lists from '../parts/list/list.module.css'
import { Sheet } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { type Filled, useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import styles from './catalogue.module.css'

/** What a club sells by, of one kind: all of them in a table, each made, changed and archived in a dialog. */
export type Catalogue<Row> = {
  title: string
  /** On the button, and above the dialog that makes one. */
  add: string
  /** Who may change them. */
  scope: string
  empty: { title: string; text: string }
  load(): Promise<Row[]>
  keyOf(row: Row): string | number
  nameOf(row: Row): string
  columns: Column<Row>[]
  fields(row: Row | undefined, problems: Record<string, string>): ComponentChildren
  save(filled: Filled, row: Row | undefined): Promise<unknown>
  archive(row: Row): Promise<unknown>
  /** What comes of archiving one. */
  archiveAbout: string
  /** Why none can be made now. */
  why?: string | undefined
}

export function CatalogueSheet<Row>({ of, onChanged }: { of: Catalogue<Row>; onChanged?(): void }) {
  const { whyNot } = useConsole()
  const { data, error, reload } = useLoad(of.load, [])
  /** null: a new one. */
  const [chosen, setChosen] = useState<Row | null | undefined>()
  const mayChange = whyNot(of.scope) === undefined
  const changed = () => {
    reload()
    onChanged?.()
  }
  const buttons: Column<Row> = {
    title: common.action,
    align: 'end',
    cell: (row) => (
      <div class={styles.do}>
        <Button look="quiet" onClick={() => setChosen(row)}>
          {common.change}
          <span class="visually-hidden"> {of.nameOf(row)}</span>
        </Button>
        <ConfirmButton
          label={common.archive}
          title={common.archiveQuestion({ name: of.nameOf(row) })}
          verb={common.archive}
          act={() => of.archive(row).then(changed)}
        >
          {of.archiveAbout}
        </ConfirmButton>
      </div>
    ),
  }
  return (
    <Sheet
      flush
      title={of.title}
      about={
        mayChange && (
          <Button why={of.why} onClick={() => setChosen(null)}>
            {of.add}
          </Button>
        )
      }
    >
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data?.length === 0 && (
        <Empty title={of.empty.title}>
          <p>{of.empty.text}</p>
        </Empty>
      )}
      {data && data.length > 0 && (
        <div class={lists.scroll}>
          <Table
            stacks
            caption={of.title}
            rows={data}
            keyOf={of.keyOf}
            columns={mayChange ? [...of.columns, buttons] : of.columns}
          />
        </div>
      )}
      {chosen !== undefined && (
        <RowDialog
          of={of}
          row={chosen ?? undefined}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            changed()
          }}
        />
      )}
    </Sheet>
  )
}

function RowDialog<Row>({
  of,
  row,
  onClose,
  onDone,
}: {
  of: Catalogue<Row>
  row: Row | undefined
  onClose(): void
  onDone(): void
}) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await of.save(filled, row)
    toast(common.saved)
    onDone()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={row === undefined ? of.add : of.nameOf(row)} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        {of.fields(row, problems)}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
