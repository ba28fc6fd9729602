import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { Code } from '../parts/code.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/account.ts'
import { common } from '../words/common.ts'
import styles from './account-page.module.css'
import { browserName } from './browser-name.ts'
import { PasskeysSheet } from './passkeys-sheet.tsx'

/** One's own account: password, authenticator app, passkeys, and where one is signed in. */
export function AccountPage() {
  const { person } = useConsole()
  usePage(words.yourAccount)
  return (
    <>
      <PageHead title={person.name} over={person.email_address} />
      {person.signed_on_to === null ? (
        <>
          <div class={styles.columns}>
            <PasswordSheet />
            <AuthenticatorSheet />
          </div>
          <PasskeysSheet />
        </>
      ) : (
        <Notice tone="sky" title={words.signOn.yours} />
      )}
      <SessionsSheet />
    </>
  )
}

function PasswordSheet() {
  const { person, setPerson } = useConsole()
  const hasOne = person.password
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.staff.changePassword({
      ...(hasOne && { current_password: filled.text('current_password') }),
      new_password: filled.text('new_password'),
    })
    toast(hasOne ? words.changedOthersEnded : words.setOthersEnded)
    setPerson(await api.staff.retrieveSignedIn())
  })
  const problems = fieldErrors(error)
  return (
    <Sheet title={words.password} about={!hasOne && <Tag>{words.none}</Tag>}>
      <form key={String(hasOne)} class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        {hasOne && (
          <Field
            name="current_password"
            label={words.thePresentOne}
            type="password"
            autocomplete="current-password"
            required
            error={problems.current_password}
          />
        )}
        <Field
          name="new_password"
          label={words.theNewOne}
          type="password"
          autocomplete="new-password"
          required
          error={problems.new_password}
        />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy}>
            {hasOne ? words.changeIt : words.setIt}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

function AuthenticatorSheet() {
  const { person, setPerson } = useConsole()
  const [secret, setSecret] = useState<{ secret: string; otpauth_url: string } | undefined>()
  const [codes, setCodes] = useState<string[] | undefined>()
  const action = useAction()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const { recovery_codes } = await api.staff.confirmTotp({ code: filled.text('code') })
    setSecret(undefined)
    setCodes(recovery_codes)
    setPerson(await api.staff.retrieveSignedIn())
  })
  const remove = () =>
    action.run(async () => {
      await api.staff.removeTotp()
      setPerson(await api.staff.retrieveSignedIn())
    })
  return (
    <Sheet
      title={words.authenticatorApp}
      about={person.totp ? <Tag tone="good">{words.on}</Tag> : <Tag>{words.off}</Tag>}
    >
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      {person.totp ? (
        <>
          <p>{words.signInAsksForA({ recoveryCodesLeft: person.recovery_codes_left })}</p>
          <div class={form.actions}>
            <Button
              busy={action.isBusy}
              onClick={() => action.run(async () => setCodes((await api.staff.replaceRecoveryCodes()).recovery_codes))}
            >
              {words.newRecoveryCodes}
            </Button>
            <Button busy={action.isBusy} onClick={remove}>
              {common.remove}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{words.withAnAppOnYour}</p>
          <div class={form.actions}>
            <Button busy={action.isBusy} onClick={() => action.run(async () => setSecret(await api.staff.beginTotp()))}>
              {words.setItUp}
            </Button>
          </div>
        </>
      )}
      <Dialog open={secret !== undefined} title={words.scanItWithTheApp} onClose={() => setSecret(undefined)}>
        {secret && (
          <form class={form.form} onSubmit={submit}>
            <div class={styles.qr}>
              <Code text={secret.otpauth_url} label={words.qrCodeForTheAuthenticator} />
            </div>
            <p>
              {words.orType} <code>{secret.secret}</code>
            </p>
            {error !== undefined && <TroubleNotice error={error} />}
            <Field
              name="code"
              label={words.theCodeThatItShows}
              autocomplete="one-time-code"
              inputMode="numeric"
              required
            />
            <div class={form.actions}>
              <Button type="submit" look="strong" busy={isBusy}>
                {words.confirm}
              </Button>
            </div>
          </form>
        )}
      </Dialog>
      <Dialog open={codes !== undefined} title={words.recoveryCodes} onClose={() => setCodes(undefined)}>
        <p>{words.eachWorksOnceInPlace}</p>
        <ul class={styles.codes}>
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button onClick={() => setCodes(undefined)}>{words.iHaveThem}</Button>
      </Dialog>
    </Sheet>
  )
}

function SessionsSheet() {
  const { person } = useConsole()
  const { data, error, reload } = useLoad(() => api.staff.listSessions().page(), [])
  const action = useAction()
  return (
    <Sheet title={words.whereYouAreSignedIn}>
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      <ul class={styles.sessions}>
        {data?.data.map((session) => (
          <li key={session.session_id}>
            <span title={session.user_agent ?? undefined}>
              {browserName(session.user_agent)}
              <span class={styles.muted}>
                {' '}
                {session.address !== null && `${session.address}, `}
                {words.lastSeen({ when: shortTime(session.last_seen_at) })}
              </span>
            </span>
            {session.session_id === person.session_id ? (
              <Tag tone="good">{words.thisOne}</Tag>
            ) : (
              <Button
                look="quiet"
                busy={action.isBusy}
                onClick={() => action.run(async () => api.staff.endSession(session.session_id).then(reload))}
              >
                {words.endIt}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
