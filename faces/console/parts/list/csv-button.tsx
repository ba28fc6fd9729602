import { Button } from '../../../kit/button.tsx'
import { download } from '../../../kit/download.ts'
import { toast } from '../../../kit/toast.tsx'
import { useAction } from '../../../kit/use-action.ts'
import { api } from '../api.ts'
import { useConsole } from '../console.tsx'
import type { AnyList } from './description.ts'

type Exports = Record<string, (query?: object) => Promise<Response>>

/** The file of the server: the whole list, or as much of it as the export can be narrowed to. Its label says which. */
export function CsvButton({ csv, question }: { csv: NonNullable<AnyList['csv']>; question: Record<string, unknown> }) {
  const { whyNot } = useConsole()
  const { run, isBusy } = useAction()
  const { takes, isFiltered = false } = csv
  const taken = takes && question[takes.parameter] !== undefined ? { [takes.parameter]: question[takes.parameter] } : {}
  const isNarrowed = Object.keys(taken).length > 0
  const save = async () => {
    const read = (api.exports as unknown as Exports)[csv.export]
    if (!read) throw new Error(`there is no ${csv.export}`)
    const file = await (isFiltered ? read(question) : takes ? read(taken) : read())
    download(`${[csv.name, ...Object.values(taken)].join('-')}.csv`, await file.blob())
  }
  const complain = (failure: unknown) => toast(failure instanceof Error ? failure.message : String(failure), 'flare')
  return (
    <Button
      look="quiet"
      busy={isBusy}
      why={whyNot(csv.needs, 'read')}
      onClick={() => run(() => save().catch(complain))}
    >
      {isNarrowed && takes ? takes.label : csv.label}
    </Button>
  )
}
