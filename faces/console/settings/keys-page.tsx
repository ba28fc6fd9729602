import type { ApiKey } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import lists from '../parts/list/list.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { stateTitle } from '../parts/state-title.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/programs.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { ShownOnce } from './shown-once.tsx'

const KINDS: Record<string, string> = { sk: words.secret, pk: words.publishable, gk: words.gate }

/** Keys of the organisation's own software. */
export function KeysPage() {
  const { whyNot } = useConsole()
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | undefined>()
  const why = whyNot('keys:manage')
  const keys = useLoad(() => api.apiKeys.list().page(), [])
  const show = ({ secret }: { secret: string }) => {
    setSecret(secret)
    keys.reload()
  }
  return (
    <SettingsFrame
      title={words.keys}
      scope="keys:manage"
      actions={
        <Button look="strong" why={why} onClick={() => setMaking(true)}>
          {words.makeAKey}
        </Button>
      }
    >
      {keys.error !== undefined && <TroubleNotice error={keys.error} onRetry={keys.reload} />}
      <Sheet flush>
        {keys.data?.data.length === 0 ? (
          <Empty title={words.thereIsNoKeyYet}>
            <p>{words.aKeyLetsAProgram}</p>
          </Empty>
        ) : (
          <div class={lists.scroll}>
            <Table
              stacks
              caption={words.keys}
              rows={keys.data?.data ?? []}
              keyOf={({ key_id }) => key_id}
              columns={[
                { title: common.name, cell: nameOf },
                { title: words.kind, isMinor: true, cell: ({ type }) => KINDS[type] ?? type },
                {
                  title: words.rights,
                  isMinor: true,
                  cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopes.length}</span>,
                },
                {
                  title: words.usedLast,
                  cell: ({ last_used_at }) => (last_used_at === null ? common.never : shortTime(last_used_at)),
                },
                {
                  title: common.state,
                  cell: ({ status }) => <Tag tone={status === 'active' ? 'good' : 'quiet'}>{stateTitle(status)}</Tag>,
                },
                {
                  title: common.action,
                  align: 'end',
                  cell: (key) => <KeyActions {...{ key_: key, why, show }} onChanged={keys.reload} />,
                },
              ]}
            />
          </div>
        )}
      </Sheet>
      <NewKey
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        onMade={(key) => {
          setMaking(false)
          show(key)
        }}
      />
      <ShownOnce title={words.theKey} secret={secret} onClose={() => setSecret(undefined)}>
        {/^gs_[sp]k_test_/.test(secret ?? '') && (
          <p>
            <a href={`/docs/#key=${secret}`} target="_blank" rel="noopener">
              {words.tryItInTheDocumentation}
            </a>
          </p>
        )}
      </ShownOnce>
    </SettingsFrame>
  )
}

const nameOf = ({ name, hint }: ApiKey) => (
  <>
    <strong>{name}</strong>
    <div class={styles.muted}>
      <code>{hint}</code>
    </div>
  </>
)

function KeyActions({
  key_: key,
  why,
  show,
  onChanged,
}: {
  key_: ApiKey
  why: string | undefined
  show(key: { secret: string }): void
  onChanged(): void
}) {
  if (key.status !== 'active') return null
  return (
    <div class={styles.row}>
      {key.type !== 'gk' && (
        <ConfirmButton
          label={words.roll}
          title={words.replace({ name: key.name })}
          verb={words.makeTheNewOne}
          why={why}
          act={async () => show(await api.apiKeys.roll(key.key_id))}
        >
          {words.theNewKeyHasThe}
        </ConfirmButton>
      )}
      <ConfirmButton
        label={words.revoke}
        title={words.revoke2({ name: key.name })}
        verb={words.revokeIt}
        isGrave
        why={why}
        act={() => api.apiKeys.revoke(key.key_id).then(onChanged)}
      >
        {words.whateverUsesItIsRefused}
      </ConfirmButton>
    </div>
  )
}

function NewKey({
  isOpen,
  onClose,
  onMade,
}: {
  isOpen: boolean
  onClose(): void
  onMade(key: { secret: string }): void
}) {
  const { work } = useConsole()
  const [kind, setKind] = useState('sk')
  const scopes = [...new Set([...work.may_read.filter((scope) => scope.endsWith(':read')), ...work.may_change])].sort()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const type = filled.text('type') as 'sk' | 'pk'
    const chosen = scopes.filter((scope) => filled.isTicked(scope))
    onMade(
      await api.apiKeys.create({
        type,
        name: filled.text('name'),
        ...(type === 'sk' && chosen.length > 0 ? { scopes: chosen } : {}),
      }),
    )
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open={isOpen} title={words.makeAKey} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field name="name" label={common.name} hint={words.whatWillUseIt} required autofocus error={problems.name} />
        <SelectField
          name="type"
          label={words.kind}
          defaultValue="sk"
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
          options={[
            { value: 'sk', label: words.secretForAServerOf },
            { value: 'pk', label: words.publishableForAWebPage },
          ]}
        />
        {kind === 'sk' && (
          <fieldset class={form.group}>
            <legend>{words.rights}</legend>
            <p class={styles.muted}>{words.withoutAChoiceItMay}</p>
            <div class={styles.scopes}>
              {scopes.map((scope) => (
                <CheckField key={scope} name={scope} label={scope} />
              ))}
            </div>
          </fieldset>
        )}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.makeIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
