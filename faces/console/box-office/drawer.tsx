import type { Till } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { amountOf } from '../parts/amount-of.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import { KeyCap } from './key-cap.tsx'
import { useKeys } from './use-keys.ts'

/** The clerk's drawer: the one that is open, or a way to open it. */
export function Drawer({
  till,
  isKnown,
  keysOn,
  onOpened,
}: {
  till: Till | undefined
  isKnown: boolean
  keysOn: boolean
  onOpened(): void
}) {
  const { whyNot } = useConsole()
  const [isOpening, setOpening] = useState(false)
  const why = whyNot('box_office:manage')
  useKeys({ d: till || why !== undefined || !isKnown ? undefined : () => setOpening(true) }, keysOn)
  if (!isKnown) return null
  if (till) return <ButtonLink href={routes.till(till.till_id)}>{words.drawer({ name: till.name })}</ButtonLink>
  return (
    <>
      <Button why={why} onClick={() => setOpening(true)}>
        {words.openADrawer} <KeyCap name="D" isOn={keysOn && why === undefined} />
      </Button>
      {isOpening && (
        <OpenDialog
          onClose={() => setOpening(false)}
          onOpened={() => {
            setOpening(false)
            onOpened()
          }}
        />
      )}
    </>
  )
}

const COUNTER = 'grandstand.counter'

function OpenDialog({ onClose, onOpened }: { onClose(): void; onOpened(): void }) {
  const { organisation } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const name = filled.text('name')
    await api.boxOffice.openTill({ name, float: amountOf(filled.text('float')) ?? Number.NaN })
    localStorage.setItem(COUNTER, name)
    onOpened()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.openADrawer} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="name"
          label={words.counter}
          hint={words.whereItStandsSuchAs}
          defaultValue={localStorage.getItem(COUNTER) ?? ''}
          required
          maxLength={100}
          error={problems.name}
        />
        <Field
          name="float"
          label={words.cashInItNowIn({ currency: organisation.currency })}
          inputMode="numeric"
          required
          autofocus
          maxLength={12}
          error={problems.float}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.openIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
