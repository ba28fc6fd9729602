import type { SignedIn } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { api, fieldErrors } from './parts/api.ts'
import { useConsole } from './parts/console.tsx'
import styles from './parts/form.module.css'
import { TroubleNotice } from './parts/trouble.tsx'
import { ProveThere } from './sign-in/prove-there.tsx'
import { words } from './words/account.ts'
import { common } from './words/common.ts'

/** "Prove it again": before something grave, staff show that it is still them at the desk. What they did then goes on. */
export function ProveDialog({ onClose }: { onClose(isProved: boolean): void }) {
  const { person, setPerson } = useConsole()
  // A person with an app is asked for its code: a password alone is no proof then.
  const isByCode = person.totp
  // A person who came by a link has nothing to be asked for yet.
  const isFirst = !person.password && !person.totp && person.passkeys === 0
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const prove = async (proving: () => Promise<SignedIn>) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      setPerson(await proving())
      onClose(true)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const secret = String(new FormData(event.currentTarget as HTMLFormElement).get('secret') ?? '')
    void prove(() =>
      isFirst ? choose(secret) : api.staff.proveIdentity(isByCode ? { code: secret } : { password: secret }),
    )
  }
  const problem = fieldErrors(error).new_password
  const askPasskey = () => prove(async () => (await import('./sign-in/passkeys.ts')).proveByPasskey())
  if (person.signed_on_to !== null)
    return (
      <Dialog open title={words.isItStillYou} onClose={() => onClose(false)}>
        <ProveThere clubId={person.signed_on_to} onCancel={() => onClose(false)} />
      </Dialog>
    )
  return (
    <Dialog open title={words.isItStillYou} onClose={() => onClose(false)}>
      <p>{isFirst ? words.thisIsOneOfThe : words.thisIsOneOfThe2}</p>
      <form class={styles.form} onSubmit={submit}>
        {error !== undefined && problem === undefined && <TroubleNotice error={error} />}
        <Field
          key={isByCode ? 'code' : 'password'}
          name="secret"
          label={isByCode ? words.codeOfYourAuthenticatorApp : isFirst ? words.yourNewPassword : words.yourPassword}
          type={isByCode ? 'text' : 'password'}
          autocomplete={isByCode ? 'one-time-code' : isFirst ? 'new-password' : 'current-password'}
          error={problem}
          required
          autofocus
        />
        <div class={styles.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.goOn}
          </Button>
          <Button onClick={() => onClose(false)}>{common.cancel}</Button>
          {person.passkeys > 0 && (
            <Button look="quiet" onClick={askPasskey}>
              {words.useAPasskey}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** A new session comes with it, which counts as a proof. */
async function choose(new_password: string): Promise<SignedIn> {
  await api.staff.changePassword({ new_password })
  return api.staff.retrieveSignedIn()
}
