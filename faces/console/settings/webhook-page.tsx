import type { WebhookEndpoint } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { ListSheet } from '../parts/list/list-sheet.tsx'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { momentOf } from '../parts/zone-time.ts'
import { common } from '../words/common.ts'
import { words } from '../words/programs.ts'
import { deliveriesList } from './deliveries-list.ts'
import { endpointState } from './endpoint-words.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { ShownOnce } from './shown-once.tsx'

/** One endpoint: how it does, what it was sent and what it answered. */
export function WebhookPage({ id }: { id?: string }) {
  const endpointId = Number(id)
  const endpoint = useLoad(() => api.webhooks.retrieveEndpoint(endpointId), [endpointId])
  return (
    <SettingsFrame
      title={endpoint.data ? new URL(endpoint.data.url).host : words.endpoint}
      scope="webhooks:read"
      actions={endpoint.data && <Actions endpoint={endpoint.data} onChanged={endpoint.reload} />}
    >
      {endpoint.error !== undefined && <TroubleNotice error={endpoint.error} onRetry={endpoint.reload} />}
      {endpoint.data && (
        <Sheet title={endpoint.data.url} about={<EndpointState endpoint={endpoint.data} />}>
          {endpoint.data.failing_since !== null && (
            <Notice title={words.itFails}>
              <p>{words.sinceTheLogBelowSays({ failingSince: shortTime(endpoint.data.failing_since) })}</p>
            </Notice>
          )}
          {endpoint.data.description !== null && <p>{endpoint.data.description}</p>}
          <p class={styles.muted}>
            {endpoint.data.types.includes('*') ? words.toldOfEverythingThatIt : endpoint.data.types.join(', ')}
          </p>
        </Sheet>
      )}
      {endpoint.data && <ListSheet list={deliveriesList} fixed={{ webhook_endpoint_id: endpointId }} />}
    </SettingsFrame>
  )
}

function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { tag, tone } = endpointState(endpoint)
  return <Tag tone={tone}>{tag}</Tag>
}

function Actions({ endpoint, onChanged }: { endpoint: WebhookEndpoint; onChanged(): void }) {
  const { whyNot } = useConsole()
  const { route } = useLocation()
  const [secret, setSecret] = useState<string | undefined>()
  const [isReplaying, setReplaying] = useState(false)
  const { run, isBusy } = useAction()
  const why = whyNot('webhooks:write')
  const id = endpoint.webhook_endpoint_id
  const isOn = endpoint.status === 'enabled'
  const act = (what: () => Promise<unknown>, done: string) =>
    run(() =>
      what().then(
        () => {
          toast(done)
          onChanged()
        },
        (failure) => toast(failure instanceof Error ? failure.message : String(failure), 'flare'),
      ),
    )
  return (
    <>
      <Button {...{ why }} busy={isBusy} onClick={() => act(() => api.webhooks.testEndpoint(id), words.aPingIsOnIts)}>
        {words.sendAPing}
      </Button>
      <Button {...{ why }} onClick={() => setReplaying(true)}>
        {words.replay}
      </Button>
      <Button
        {...{ why }}
        busy={isBusy}
        onClick={() =>
          act(
            () => api.webhooks.changeEndpoint(id, { status: isOn ? 'disabled' : 'enabled' }),
            isOn ? words.disabled : words.enabled,
          )
        }
      >
        {isOn ? words.disable : words.enable}
      </Button>
      <ConfirmButton
        label={words.newSecret}
        title={words.makeANewSecret}
        verb={words.makeIt}
        look="plain"
        why={why}
        act={async () => setSecret((await api.webhooks.rollSecret(id)).secret)}
      >
        {words.forADayWhatIs}
      </ConfirmButton>
      <ConfirmButton
        label={words.delete}
        title={words.deleteThisEndpoint}
        verb={words.deleteIt}
        isGrave
        look="plain"
        why={why}
        act={async () => {
          await api.webhooks.deleteEndpoint(id)
          route(routes.webhooks)
        }}
      >
        {words.itIsSentNothingMore}
      </ConfirmButton>
      <Replay isOpen={isReplaying} endpointId={id} onClose={() => setReplaying(false)} onDone={onChanged} />
      <ShownOnce title={words.theSecretThatSigns} secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

function Replay(props: { isOpen: boolean; endpointId: number; onClose(): void; onDone(): void }) {
  const { organisation } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const since = momentOf(filled.text('since'), organisation.timezone)
    const { replayed, has_more } = await api.webhooks.replayEndpoint(props.endpointId, { since })
    toast(has_more ? words.replayedInPart({ count: replayed }) : words.replayed({ count: replayed }))
    props.onDone()
    props.onClose()
  })
  return (
    <Dialog open={props.isOpen} title={words.sendMessagesAgain} onClose={props.onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field name="since" label={words.allSince} type="datetime-local" required hint={words.eachKeepsItsOwnId} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.sendThemAgain}
          </Button>
          <Button onClick={props.onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
