import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { SelectField } from '../../kit/field.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { decode } from '../imports/read-table.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import fields from '../parts/filters.module.css'
import form from '../parts/form.module.css'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/offers.ts'

const EVENTS_MAX = 100

/** All texts that fans read, in one file for those who translate: out, filled in, and back. */
export function TranslationsPage() {
  usePage(words.translations)
  const { whyNot } = useConsole()
  const events = useLoad(
    () => api.events.list({ event_status_id: 'all', upcoming: true, limit: EVENTS_MAX }).page(),
    [],
  )
  const [eventId, setEventId] = useState('')
  const [imported, setImported] = useState<{ rows: number; changed: number } | undefined>()
  const out = useAction()
  const back = useAction()
  const save = () =>
    out.run(async () => {
      const file = await api.exports.exportTranslationsCsv(eventId === '' ? {} : { event_id: eventId })
      download('translations.csv', await file.blob())
    })
  const take = async (input: HTMLInputElement) => {
    const [chosen] = input.files ?? []
    if (!chosen) return
    setImported(undefined)
    await back.run(async () => {
      const file = decode(new Uint8Array(await chosen.arrayBuffer()))
      setImported(await api.imports.importTranslations({ file }))
    })
    // The same file, once it was mended, is chosen again.
    input.value = ''
  }
  return (
    <>
      <PageHead title={words.translations} over={<a href={routes.events()}>{common.events}</a>} />
      <Sheet title={words.translationsOut}>
        <p>{words.translationsAbout}</p>
        {events.error !== undefined && <TroubleNotice error={events.error} onRetry={events.reload} />}
        <SelectField
          name="event_id"
          label={words.translationsOf}
          defaultValue=""
          onChange={({ currentTarget }) => setEventId(currentTarget.value)}
          options={[
            { value: '', label: words.everyEvent },
            ...(events.data?.data ?? []).map(({ event_id, title }) => ({ value: event_id, label: title })),
          ]}
        />
        {out.error !== undefined && <TroubleNotice error={out.error} />}
        <div class={form.actions}>
          <Button busy={out.isBusy} onClick={save}>
            {words.translationsFile}
          </Button>
        </div>
      </Sheet>
      {whyNot('programme:manage') === undefined && (
        <Sheet title={words.translationsBack}>
          <p>{words.translationsBackAbout}</p>
          <div class={form.actions}>
            <input
              class={fields.input}
              type="file"
              accept=".csv,text/csv"
              aria-label={words.translationsBack}
              aria-busy={back.isBusy ? 'true' : undefined}
              onChange={({ currentTarget }) => take(currentTarget)}
            />
          </div>
          {back.error !== undefined && <TroubleNotice error={back.error} />}
          <p role="status">{imported && summaryOf(imported)}</p>
        </Sheet>
      )}
    </>
  )
}

const summaryOf = ({ rows, changed }: { rows: number; changed: number }): string => {
  const { text, lines, things } = words.translationsDone
  return text({ lines: lines({ count: rows }), things: things({ count: changed }) })
}
