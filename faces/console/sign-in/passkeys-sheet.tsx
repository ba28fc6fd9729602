import type { Passkey } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/account.ts'
import { common } from '../words/common.ts'
import styles from './account-page.module.css'
import { knowsPasskeys, makePasskey } from './passkeys.ts'

/** One's own passkeys: added on the device that one sits at, named, removed. */
export function PasskeysSheet() {
  const { setPerson } = useConsole()
  const { data, error, reload } = useLoad(() => api.staff.listPasskeys().page(), [])
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey | undefined>()
  // The dialog that asks who one is has to know whether there is a passkey to ask for.
  const changed = async () => {
    reload()
    setPerson(await api.staff.retrieveSignedIn())
  }
  const passkeys = data?.data ?? []
  return (
    <Sheet
      title={words.passkeys}
      about={passkeys.length > 0 ? <Tag tone="good">{words.on}</Tag> : <Tag>{words.none}</Tag>}
    >
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      <p>{words.signInByYourFinger}</p>
      {passkeys.length > 0 && (
        <ul class={styles.sessions}>
          {passkeys.map((passkey) => (
            <li key={passkey.passkey_id}>
              <span>
                <strong>{passkey.name}</strong>
                <span class={styles.muted}> {usedOf(passkey)}</span>
              </span>
              <span class={styles.do}>
                <Button look="quiet" onClick={() => setRenamed(passkey)}>
                  {words.rename}
                  <span class="visually-hidden"> {passkey.name}</span>
                </Button>
                <ConfirmButton
                  label={common.remove}
                  title={words.remove2({ name: passkey.name })}
                  verb={words.removeIt}
                  isGrave
                  act={() => api.staff.removePasskey(passkey.passkey_id).then(changed)}
                >
                  {words.itCannotBeUsedTo}
                </ConfirmButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div class={form.actions}>
        <Button why={knowsPasskeys ? undefined : words.thisBrowserKnowsNoPasskeys} onClick={() => setAdding(true)}>
          {words.addAPasskey}
        </Button>
      </div>
      <NameDialog
        isOpen={isAdding}
        title={words.addAPasskey}
        about={words.theDeviceAsksYouFor}
        name={thisDevice()}
        verb={words.askTheDevice}
        onClose={() => setAdding(false)}
        send={async (name) => {
          const credential = await makePasskey()
          await api.staff.addPasskey({ name, credential })
          toast(words.addedItSignsYouIn)
          setAdding(false)
          await changed()
        }}
      />
      <NameDialog
        isOpen={renamed !== undefined}
        title={words.renameThePasskey}
        name={renamed?.name ?? ''}
        verb={words.renameIt}
        onClose={() => setRenamed(undefined)}
        send={async (name) => {
          await api.staff.renamePasskey(renamed?.passkey_id ?? 0, { name })
          setRenamed(undefined)
          reload()
        }}
      />
    </Sheet>
  )
}

const usedOf = ({ created_at, last_used_at }: Passkey) =>
  last_used_at === null
    ? words.addedNeverUsed({ createdAt: shortTime(created_at) })
    : words.lastUsed({ lastUsedAt: shortTime(last_used_at) })

/** A name to begin with, which its owner can better. */
const thisDevice = () =>
  ['iPhone', 'iPad', 'Android', 'Mac', 'Windows', 'Linux'].find((name) => navigator.userAgent.includes(name)) ?? ''

function NameDialog({
  isOpen,
  title,
  about,
  name,
  verb,
  onClose,
  send,
}: {
  isOpen: boolean
  title: string
  about?: string
  name: string
  verb: string
  onClose(): void
  send(name: string): Promise<void>
}) {
  const { submit, isBusy, error } = useSubmit((filled) => send(filled.text('name')))
  const problems = fieldErrors(error)
  return (
    <Dialog open={isOpen} title={title} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {about !== undefined && <p>{about}</p>}
        {error !== undefined && problems.name === undefined && <TroubleNotice error={error} />}
        <Field
          name="name"
          label={common.name}
          hint={words.whichDeviceItIsOn}
          required
          autofocus
          maxLength={100}
          defaultValue={name}
          error={problems.name}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {verb}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
