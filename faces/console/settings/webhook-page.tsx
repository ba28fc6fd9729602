import type { WebhookDelivery, WebhookEndpoint } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
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
import { ListTable, SelectFilter, useListPage, useQuery } from '../parts/list.tsx'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { ShownOnce } from './shown-once.tsx'
import { EndpointState } from './webhooks-page.tsx'

/** One endpoint: how it does, what it was sent and what it answered. */
export function WebhookPage({ id }: { id?: string }) {
  const endpointId = Number(id)
  const endpoint = useLoad(() => api.webhooks.retrieveEndpoint(endpointId), [endpointId])
  return (
    <SettingsFrame
      title={endpoint.data ? new URL(endpoint.data.url).host : 'Endpoint'}
      scope="webhooks:read"
      actions={endpoint.data && <Actions endpoint={endpoint.data} onChanged={endpoint.reload} />}
    >
      {endpoint.error !== undefined && <TroubleNotice error={endpoint.error} onRetry={endpoint.reload} />}
      {endpoint.data && (
        <Sheet title={endpoint.data.url} about={<EndpointState endpoint={endpoint.data} />}>
          {endpoint.data.failing_since !== null && (
            <Notice title="It fails">
              <p>Since {shortTime(endpoint.data.failing_since)}. The log below says what it answered.</p>
            </Notice>
          )}
          {endpoint.data.description !== null && <p>{endpoint.data.description}</p>}
          <p class={styles.muted}>{endpoint.data.types.join(', ')}</p>
        </Sheet>
      )}
      <Deliveries endpointId={endpointId} />
    </SettingsFrame>
  )
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
      <Button
        {...{ why }}
        busy={isBusy}
        onClick={() => act(() => api.webhooks.testEndpoint(id), 'A ping is on its way')}
      >
        Send a ping
      </Button>
      <Button {...{ why }} onClick={() => setReplaying(true)}>
        Replay
      </Button>
      <Button
        {...{ why }}
        busy={isBusy}
        onClick={() =>
          act(
            () => api.webhooks.changeEndpoint(id, { status: isOn ? 'disabled' : 'enabled' }),
            isOn ? 'Disabled' : 'Enabled',
          )
        }
      >
        {isOn ? 'Disable' : 'Enable'}
      </Button>
      <ConfirmButton
        label="New secret"
        title="Make a new secret?"
        verb="Make it"
        look="plain"
        why={why}
        act={async () => setSecret((await api.webhooks.rollSecret(id)).secret)}
      >
        For a day, what is sent carries both signatures, and either verifies.
      </ConfirmButton>
      <ConfirmButton
        label="Delete"
        title="Delete this endpoint?"
        verb="Delete it"
        look="plain"
        why={why}
        act={async () => {
          await api.webhooks.deleteEndpoint(id)
          route(routes.webhooks)
        }}
      >
        It is sent nothing more, and its secrets are forgotten. This cannot be undone.
      </ConfirmButton>
      <Replay isOpen={isReplaying} endpointId={id} onClose={() => setReplaying(false)} onDone={onChanged} />
      <ShownOnce title="The secret that signs" secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

function Replay(props: { isOpen: boolean; endpointId: number; onClose(): void; onDone(): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const since = Math.floor(new Date(filled.text('since')).getTime() / 1000)
    const { replayed, has_more } = await api.webhooks.replayEndpoint(props.endpointId, { since })
    toast(`${replayed} messages are sent again${has_more ? ', and there are more: replay once more then' : ''}`)
    props.onDone()
    props.onClose()
  })
  return (
    <Dialog open={props.isOpen} title="Send messages again" onClose={props.onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field
          name="since"
          label="All since"
          type="datetime-local"
          required
          hint="Each keeps its own id, so that whoever has it knows. Messages are kept for 30 days."
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            Send them again
          </Button>
          <Button onClick={props.onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}

const TONES: Record<string, 'good' | 'flare' | 'sky'> = { succeeded: 'good', failed: 'flare', pending: 'sky' }

function Deliveries({ endpointId }: { endpointId: number }) {
  const { query } = useQuery()
  const { whyNot } = useConsole()
  const { run, isBusy } = useAction()
  const status = (query.status ?? '') as '' | 'pending' | 'succeeded' | 'failed' | 'cancelled'
  const list = useListPage(
    (page) =>
      api.webhooks
        .listDeliveries({ ...page, webhook_endpoint_id: endpointId, ...(status === '' ? {} : { status }) })
        .page(),
    [endpointId, status],
  )
  const retry = (delivery: WebhookDelivery) =>
    run(() =>
      api.webhooks.retryDelivery(delivery.webhook_delivery_id).then(
        () => {
          toast('It is sent again')
          list.reload()
        },
        (failure) => toast(failure instanceof Error ? failure.message : String(failure), 'flare'),
      ),
    )
  return (
    <Sheet
      flush
      title="Deliveries"
      about={
        <SelectFilter
          name="status"
          label="State"
          options={[
            { value: '', label: 'All' },
            ...['succeeded', 'failed', 'pending', 'cancelled'].map((value) => ({ value, label: value })),
          ]}
        />
      }
    >
      <ListTable
        name="webhook-deliveries"
        caption="Deliveries, newest first"
        list={list}
        keyOf={({ webhook_delivery_id }) => webhook_delivery_id}
        empty={<Empty title="Nothing was sent to it" />}
        columns={[
          { title: 'Message', cell: messageOf, text: ({ type }) => type },
          {
            title: 'When',
            isMinor: true,
            cell: ({ created_at }) => shortTime(created_at),
            text: (row) => row.created_at,
          },
          {
            title: 'State',
            cell: (row) => <Tag tone={TONES[row.status] ?? 'quiet'}>{row.status}</Tag>,
            text: (row) => row.status,
          },
          { title: 'Answer', cell: answerOf, text: answerOf },
          {
            title: 'Do',
            align: 'end',
            cell: (row) => (
              <Button look="quiet" busy={isBusy} why={whyNot('webhooks:write')} onClick={() => retry(row)}>
                Send again
              </Button>
            ),
          },
        ]}
      />
    </Sheet>
  )
}

const messageOf = ({ type, message_id, replay }: WebhookDelivery) => (
  <>
    <strong>{type}</strong> {replay && <Tag>replay</Tag>}
    <div class={styles.muted}>
      <code>{message_id}</code>
    </div>
  </>
)

function answerOf({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1)
  if (!last) return 'not tried yet'
  const answer = last.response_status ?? last.error_code ?? 'no answer'
  return `${answer}, ${last.duration_ms} ms${attempts.length > 1 ? `, ${attempts.length} tries` : ''}`
}
