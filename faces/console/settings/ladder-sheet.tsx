import type { CollectionLadder, CollectionLadderPreview } from '@grandstand/sdk'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/services.ts'
import { Save, type Why } from './organisation-form.tsx'

/** What follows when an instalment is not paid. */
export function LadderSheet({ why }: Why) {
  const { data, error, reload, set } = useLoad(() => api.members.retrieveCollectionLadder(), [])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  return (
    <Sheet title={words.ladder} about={words.aboutLadder}>
      <LadderForm ladder={data} why={why} onSaved={set} />
    </Sheet>
  )
}

type FormProps = Why & { ladder: CollectionLadder; onSaved(ladder: CollectionLadder): void }

const daysIn = (text: string): number[] => text.split(/[\s,;]+/).flatMap((day) => (day === '' ? [] : [Number(day)]))

function LadderForm({ ladder, why, onSaved }: FormProps) {
  // Which button was pressed; Enter saves.
  const isTrial = useRef(false)
  const [preview, setPreview] = useState<CollectionLadderPreview | undefined>()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const wanted = {
      collection_hour: filled.number('collection_hour') ?? ladder.collection_hour,
      retry_days: daysIn(filled.text('retry_days')),
      soft_overdue_days: filled.number('soft_overdue_days') ?? null,
      hard_overdue_days: filled.number('hard_overdue_days') ?? null,
      seat_free_days: filled.number('seat_free_days') ?? null,
      end_days: filled.number('end_days') ?? null,
    }
    const isPreview = isTrial.current
    isTrial.current = false
    setPreview(undefined)
    if (isPreview) {
      setPreview(await api.members.previewCollectionLadder(wanted))
      return
    }
    onSaved(await api.members.replaceCollectionLadder(wanted))
    toast(common.saved)
  })
  const problems = fieldErrors(error)
  const isRetryWrong = Object.keys(problems).some((name) => name.startsWith('retry_days'))
  const days = (
    name: 'soft_overdue_days' | 'hard_overdue_days' | 'seat_free_days' | 'end_days',
    said: { label: string; hint: string; optional: string },
  ) => (
    <Field
      name={name}
      {...said}
      type="number"
      min={1}
      max={365}
      defaultValue={String(ladder[name] ?? '')}
      error={problems[name]}
    />
  )
  return (
    <form class={form.form} onSubmit={submit}>
      {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
      <div class={form.pair}>
        <Field
          name="collection_hour"
          label={words.ladderHour}
          type="number"
          min={0}
          max={23}
          defaultValue={String(ladder.collection_hour)}
          error={problems.collection_hour}
        />
        <Field
          name="retry_days"
          label={words.ladderRetry}
          hint={words.ladderRetryHint}
          optional={words.never}
          defaultValue={ladder.retry_days.join(', ')}
          error={isRetryWrong ? words.ladderDaysWrong : undefined}
        />
      </div>
      <div class={form.pair}>
        {days('soft_overdue_days', { label: words.ladderSoft, hint: words.ladderSoftHint, optional: words.never })}
        {days('hard_overdue_days', { label: words.ladderHard, hint: words.ladderHardHint, optional: words.fromItsDay })}
      </div>
      <div class={form.pair}>
        {days('seat_free_days', { label: words.ladderSeat, hint: words.ladderSeatHint, optional: words.never })}
        {days('end_days', { label: words.ladderEnd, hint: words.ladderEndHint, optional: words.never })}
      </div>
      {preview && (
        <div role="status">
          <p>{words.ladderToday(preview.today)}</p>
          <p>{words.ladderLater(preview.in_30_days)}</p>
        </div>
      )}
      <Save {...{ why, isBusy }} />
      <div class={form.actions}>
        <Button
          type="submit"
          busy={isBusy}
          why={why}
          onClick={() => {
            isTrial.current = true
          }}
        >
          {words.ladderPreview}
        </Button>
      </div>
    </form>
  )
}
