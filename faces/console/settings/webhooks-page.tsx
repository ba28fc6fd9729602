import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { ListSheet } from '../parts/list/list-sheet.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/programs.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { ShownOnce } from './shown-once.tsx'
import { WEBHOOK_TYPES } from './webhook-types.ts'
import { webhooksList } from './webhooks-list.ts'

/** Where the organisation's own software is told of what happens. */
export function WebhooksPage() {
  const { whyNot } = useConsole()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | undefined>()
  const [version, setVersion] = useState(0)
  return (
    <SettingsFrame
      title={words.webhooks}
      scope="webhooks:read"
      actions={
        <Button look="strong" why={whyNot('webhooks:write')} onClick={() => setAdding(true)}>
          {words.addAnEndpoint}
        </Button>
      }
    >
      <ListSheet list={webhooksList} version={version} />
      <NewEndpoint
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onMade={(endpoint) => {
          setAdding(false)
          setSecret(endpoint)
          setVersion(version + 1)
        }}
      />
      <ShownOnce title={words.theSecretThatSigns} secret={secret} onClose={() => setSecret(undefined)} />
    </SettingsFrame>
  )
}

function NewEndpoint({ isOpen, onClose, onMade }: { isOpen: boolean; onClose(): void; onMade(secret: string): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const types = WEBHOOK_TYPES.filter((type) => filled.isTicked(type))
    const { secret } = await api.webhooks.createEndpoint({
      url: filled.text('url'),
      description: filled.optional('description') ?? null,
      ...(types.length > 0 ? { types } : {}),
    })
    onMade(secret)
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open={isOpen} title={words.addAnEndpoint} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="url"
          label={common.address}
          placeholder={'https://'}
          required
          autofocus
          error={problems.url}
          hint={words.itIsSentAPing}
        />
        <Field name="description" label={words.whatFor} optional={common.optional} error={problems.description} />
        <fieldset class={form.group}>
          <legend>{words.ofWhat}</legend>
          <p class={styles.muted}>{words.withoutAChoiceOfEverything}</p>
          <div class={styles.scopes}>
            {WEBHOOK_TYPES.map((type) => (
              <CheckField key={type} name={type} label={type} />
            ))}
          </div>
        </fieldset>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.addIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
