import type { EventSigningKey, TicketedEvent } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Table } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import { Copied, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/services.ts'

/** The code that a supervisor says, shown when it is asked for and not before. */
export function SupervisorCodeSheet({ eventId }: { eventId: string }) {
  const [codes, setCodes] = useState<{ code: string; leave_code: string } | undefined>()
  const { run, isBusy, error } = useAction()
  return (
    <Sheet title={words.supervisor}>
      <p>{words.aboutSupervisor}</p>
      {error !== undefined && <TroubleNotice error={error} />}
      {codes ? (
        <Facts>
          <Copied title={words.code} text={codes.code} />
          <Copied title={words.leaveCode} text={codes.leave_code} />
        </Facts>
      ) : (
        <div class={form.actions}>
          <Button
            busy={isBusy}
            onClick={() => run(async () => setCodes(await api.gates.retrieveSupervisorCode(eventId)))}
          >
            {words.showCode}
          </Button>
        </div>
      )}
    </Sheet>
  )
}

/** The keys that sign the barcodes of an event, folded away: they are needed once in years. */
export function SigningKeysSheet({ event }: { event: TicketedEvent }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Sheet title={words.signingKeys}>
      <p>{words.aboutKeys}</p>
      {isOpen ? (
        <SigningKeys event={event} />
      ) : (
        <div class={form.actions}>
          <Button onClick={() => setOpen(true)}>{words.showKeys}</Button>
        </div>
      )}
    </Sheet>
  )
}

function SigningKeys({ event }: { event: TicketedEvent }) {
  const { whyNot } = useConsole()
  const keys = useLoad(() => api.tickets.listSigningKeys(event.event_id).all(), [event.event_id])
  const mayChange = whyNot('programme:manage') === undefined
  if (keys.error !== undefined) return <TroubleNotice error={keys.error} onRetry={keys.reload} />
  if (!keys.data) return null
  return (
    <>
      <Table
        caption={words.signingKeys}
        rows={keys.data}
        keyOf={({ signing_key_id }) => signing_key_id}
        stacks
        columns={[
          { title: words.key, cell: ({ signing_key_id }) => String(signing_key_id) },
          {
            title: common.state,
            cell: ({ status }) =>
              status === 'signing' ? <Tag tone="good">{words.signing}</Tag> : <Tag>{words.retired}</Tag>,
          },
          { title: words.tickets, cell: ({ active_tickets }) => words.onTickets({ count: active_tickets }) },
          ...(mayChange
            ? [
                {
                  title: common.action,
                  align: 'end' as const,
                  cell: (key: EventSigningKey) =>
                    key.status === 'retired' &&
                    key.active_tickets === 0 && <DeleteKey event={event} signingKey={key} onDone={keys.reload} />,
                },
              ]
            : []),
        ]}
      />
      {mayChange && (
        <ConfirmButton
          look="plain"
          label={words.replaceKey}
          title={words.replaceKeyTitle}
          verb={words.replace}
          act={async () => {
            await api.tickets.replaceSigningKey(event.event_id)
            keys.reload()
          }}
        >
          {words.replaceKeyText}
        </ConfirmButton>
      )}
    </>
  )
}

const DeleteKey = ({
  event,
  signingKey,
  onDone,
}: {
  event: TicketedEvent
  signingKey: EventSigningKey
  onDone(): void
}) => (
  <ConfirmButton
    label={words.deleteKey}
    title={words.deleteKeyTitle}
    verb={words.deleteVerb}
    act={async () => {
      await api.tickets.deleteSigningKey(event.event_id, signingKey.signing_key_id)
      onDone()
    }}
  >
    {words.deleteKeyText}
  </ConfirmButton>
)
