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
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { ShownOnce } from './shown-once.tsx'

const KINDS: Record<string, string> = { sk: 'Secret', pk: 'Publishable', gk: 'Gate' }

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
      title="Keys"
      scope="keys:manage"
      actions={
        <Button look="strong" why={why} onClick={() => setMaking(true)}>
          Make a key
        </Button>
      }
    >
      {keys.error !== undefined && <TroubleNotice error={keys.error} onRetry={keys.reload} />}
      <Sheet flush>
        {keys.data?.data.length === 0 ? (
          <Empty title="There is no key yet">
            <p>A key lets a program of yours do what you do here. Each has a name, so that you know whose it is.</p>
          </Empty>
        ) : (
          <div class={lists.scroll}>
            <Table
              stacks
              caption="Keys"
              rows={keys.data?.data ?? []}
              keyOf={({ key_id }) => key_id}
              columns={[
                { title: 'Name', cell: nameOf },
                { title: 'Kind', isMinor: true, cell: ({ type }) => KINDS[type] ?? type },
                {
                  title: 'Rights',
                  isMinor: true,
                  cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopes.length}</span>,
                },
                {
                  title: 'Used last',
                  cell: ({ last_used_at }) => (last_used_at === null ? 'never' : shortTime(last_used_at)),
                },
                {
                  title: 'State',
                  cell: ({ status }) => <Tag tone={status === 'active' ? 'good' : 'quiet'}>{status}</Tag>,
                },
                {
                  title: 'Do',
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
      <ShownOnce title="The key" secret={secret} onClose={() => setSecret(undefined)}>
        {/^gs_[sp]k_test_/.test(secret ?? '') && (
          <p>
            <a href={`/docs/#key=${secret}`} target="_blank" rel="noopener">
              Try it in the documentation
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
          label="Roll"
          title={`Replace ${key.name}?`}
          verb="Make the new one"
          why={why}
          act={async () => show(await api.apiKeys.roll(key.key_id))}
        >
          The new key has the same rights. The old one works on for a day, so that nothing stands still meanwhile.
        </ConfirmButton>
      )}
      <ConfirmButton
        label="Revoke"
        title={`Revoke ${key.name}?`}
        verb="Revoke it"
        why={why}
        act={() => api.apiKeys.revoke(key.key_id).then(onChanged)}
      >
        Whatever uses it is refused within five seconds. This cannot be undone.
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
    <Dialog open={isOpen} title="Make a key" onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field name="name" label="Name" hint="What will use it" required autofocus error={problems.name} />
        <SelectField
          name="type"
          label="Kind"
          defaultValue="sk"
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
          options={[
            { value: 'sk', label: 'Secret: for a server of yours' },
            { value: 'pk', label: 'Publishable: for a web page that sells' },
          ]}
        />
        {kind === 'sk' && (
          <fieldset class={form.group}>
            <legend>Rights</legend>
            <p class={styles.muted}>Without a choice it may read everything and manage nothing.</p>
            <div class={styles.scopes}>
              {scopes.map((scope) => (
                <CheckField key={scope} name={scope} label={scope} />
              ))}
            </div>
          </fieldset>
        )}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            Make it
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
