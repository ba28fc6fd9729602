import type { Wallets } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { Button } from '../../kit/button.tsx'
import { Field, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { dayOf } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { type Filled, useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/services.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

/** Tickets in the wallets of phones: what each needs of the club's own account there. */
export function WalletsPage() {
  return (
    <SettingsFrame title={words.wallets} scope="organisation:manage">
      <Sheets />
    </SettingsFrame>
  )
}

function Sheets() {
  const { data, error, reload, set } = useLoad(() => api.organisation.retrieveWallets(), [])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const { apple, google } = data
  const until = apple && new Date(apple.certificate_expires * 1000).toISOString().slice(0, 10)
  return (
    <>
      <p class={styles.muted}>{words.aboutWallets}</p>
      <div class={styles.columns}>
        <Wallet
          title={words.apple}
          known={apple && `${apple.pass_type_id}. ${words.certificateUntil({ day: dayOf(until ?? '') })}`}
          send={(filled) =>
            api.organisation.setAppleWallet({
              certificate: filled.text('certificate'),
              private_key: filled.text('private_key'),
              wwdr_certificate: filled.text('wwdr_certificate'),
            })
          }
          remove={() => api.organisation.removeAppleWallet()}
          onChanged={set}
        >
          {(problems) => (
            <>
              <TextField
                name="certificate"
                label={words.certificate}
                hint={words.certificateHint}
                required
                error={problems.certificate}
              />
              <PrivateKey problems={problems} />
              <TextField name="wwdr_certificate" label={words.wwdr} required error={problems.wwdr_certificate} />
            </>
          )}
        </Wallet>
        <Wallet
          title={words.google}
          known={google && `${google.issuer_id}, ${google.service_account}`}
          send={(filled) =>
            api.organisation.setGoogleWallet({
              issuer_id: filled.text('issuer_id'),
              service_account: filled.text('service_account'),
              private_key: filled.text('private_key'),
            })
          }
          remove={() => api.organisation.removeGoogleWallet()}
          onChanged={set}
        >
          {(problems) => (
            <>
              <Field name="issuer_id" label={words.issuer} required error={problems.issuer_id} />
              <Field name="service_account" label={words.serviceAccount} required error={problems.service_account} />
              <PrivateKey problems={problems} />
            </>
          )}
        </Wallet>
      </div>
    </>
  )
}

const PrivateKey = ({ problems }: { problems: Record<string, string> }) => (
  <TextField
    name="private_key"
    label={words.privateKey}
    hint={words.privateKeyHint}
    required
    error={problems.private_key}
  />
)

function Wallet({
  title,
  known,
  send,
  remove,
  onChanged,
  children,
}: {
  title: string
  /** What it was set up with; null: not yet. */
  known: string | null
  send(filled: Filled): Promise<Wallets>
  remove(): Promise<Wallets>
  onChanged(wallets: Wallets): void
  children(problems: Record<string, string>): ComponentChildren
}) {
  const { whyNot } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    onChanged(await send(filled))
    toast(common.saved)
  })
  const problems = fieldErrors(error)
  return (
    <Sheet
      title={title}
      about={<Tag tone={known === null ? 'quiet' : 'good'}>{known === null ? words.off : words.on}</Tag>}
    >
      {known !== null && <p>{known}</p>}
      {whyNot('organisation:manage') === undefined && (
        <form class={form.form} onSubmit={submit} key={known ?? ''}>
          {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
          {children(problems)}
          <div class={form.actions}>
            <Button type="submit" busy={isBusy}>
              {known === null ? words.setUp : words.replace}
              <span class="visually-hidden"> {title}</span>
            </Button>
            {known !== null && (
              <ConfirmButton
                label={words.stop}
                title={words.stopTitle({ wallet: title })}
                verb={words.stopVerb}
                act={async () => onChanged(await remove())}
              >
                {words.stopText}
              </ConfirmButton>
            )}
          </div>
        </form>
      )}
    </Sheet>
  )
}
