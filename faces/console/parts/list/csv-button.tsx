import { useState } from 'preact/hooks'
import { Button } from '../../../kit/button.tsx'
import { download } from '../../../kit/download.ts'
import { receiveFile } from '../../../kit/receive-file.ts'
import { toast } from '../../../kit/toast.tsx'
import { useAction } from '../../../kit/use-action.ts'
import { words } from '../../words/frame.ts'
import { api } from '../api.ts'
import { useConsole } from '../console.tsx'
import type { AnyList } from './description.ts'

type Exports = Record<string, (query?: object) => Promise<Response>>

/** The file of the server: the whole list, or as much of it as the export can be narrowed to. Its label says which. */
export function CsvButton({ csv, question }: { csv: NonNullable<AnyList['csv']>; question: Record<string, unknown> }) {
  const { whyNot } = useConsole()
  const { run, isBusy } = useAction()
  const [rows, setRows] = useState<number | undefined>()
  const { takes, isFiltered = false } = csv
  const taken = takes && question[takes.parameter] !== undefined ? { [takes.parameter]: question[takes.parameter] } : {}
  const isNarrowed = Object.keys(taken).length > 0
  const save = async () => {
    const read = (api.exports as unknown as Exports)[csv.export]
    if (!read) throw new Error(`there is no ${csv.export}`)
    const file = await (isFiltered ? read(question) : takes ? read(taken) : read())
    const name = `${[csv.name, ...Object.values(taken)].join('-')}.csv`
    download(name, await receiveFile(file, setRows).finally(() => setRows(undefined)))
  }
  const complain = (failure: unknown) => toast(failure instanceof Error ? failure.message : String(failure), 'flare')
  return (
    <>
      {rows !== undefined && <span role="status">{words.rows(rows, false)}</span>}
      <Button
        look="quiet"
        busy={isBusy}
        why={whyNot(csv.needs, 'read')}
        onClick={() => run(() => save().catch(complain))}
      >
        {isNarrowed && takes ? takes.label : csv.label}
      </Button>
    </>
  )
}
