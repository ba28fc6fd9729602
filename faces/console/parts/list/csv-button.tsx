import { useState } from 'preact/hooks'
import { Button } from '../../../kit/button.tsx'
import { download } from '../../../kit/download.ts'
import { receiveFile } from '../../../kit/receive-file.ts'
import { toast } from '../../../kit/toast.tsx'
import { useAction } from '../../../kit/use-action.ts'
import { words } from '../../words/frame.ts'
import { api } from '../api.ts'
import { useConsole } from '../console.tsx'
import type { ListFile } from './description.ts'

type Exports = Record<string, (query?: object) => Promise<Response>>

/** The file of the server: the whole list, or what the question leaves of it. */
export function CsvButton({
  csv,
  question,
  label,
  look = 'quiet',
}: {
  csv: ListFile
  question: Record<string, unknown>
  label: string
  look?: 'quiet' | 'plain'
}) {
  const { whyNot } = useConsole()
  const { run, isBusy } = useAction()
  const [rows, setRows] = useState<number | undefined>()
  const save = async () => {
    const read = (api.exports as unknown as Exports)[csv.export]
    if (!read) throw new Error(`there is no ${csv.export}`)
    const file = await (csv.isFiltered ? read(question) : read())
    download(`${csv.name}.csv`, await receiveFile(file, setRows).finally(() => setRows(undefined)))
  }
  const complain = (failure: unknown) => toast(failure instanceof Error ? failure.message : String(failure), 'flare')
  return (
    <>
      {rows !== undefined && <span role="status">{words.list.rows({ count: rows })}</span>}
      <Button
        look={look}
        busy={isBusy}
        why={whyNot(csv.needs, 'read')}
        onClick={() => run(() => save().catch(complain))}
      >
        {label}
      </Button>
    </>
  )
}
