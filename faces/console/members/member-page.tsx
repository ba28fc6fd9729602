import type { Member } from '@grandstand/sdk'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import customers from '../parts/detail.module.css'
import form from '../parts/form.module.css'
import { Figures, PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { InstalmentsSheet } from './instalments-sheet.tsx'
import { MemberState } from './member-status.tsx'
import { endOf, isCancelled, MEMBER_STATES, memberName } from './member-words.ts'
import { SeatSheet } from './seat-sheet.tsx'

/** One membership: what it is worth at the gate, and what the desk does with it. */
export function MemberPage({ membership_member_id: id = '' }: Record<string, string>) {
  const { data: member, error, reload, set } = useLoad(() => api.members.retrieveManaged(id), [id])
  usePage(member && memberName(member))
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!member) return null
  return (
    <>
      <PageHead
        title={memberName(member)}
        over={
          <>
            <MemberState member={member} />
            <span>Member {member.member_number}</span>
            {member.email_address !== null && <span>{member.email_address}</span>}
          </>
        }
        actions={<Actions member={member} onChanged={set} />}
      />
      <Figures
        figures={[
          { title: 'Type', value: member.type_title ?? 'None', note: member.category_title ?? '' },
          {
            title: 'Ends',
            value: member.expires === null ? 'Never' : endOf(member),
            note: member.auto_renew === 1 ? 'renews by itself' : '',
          },
          {
            title: 'Card',
            value: member.membership_fulfilled === 'yes' ? 'Sent' : 'To be sent',
            note: member.fulfillment_tracking_code ?? '',
          },
        ]}
      />
      <div class={customers.three}>
        <RenewSheet member={member} onChanged={set} />
        <CardSheet key={member.updated_at} member={member} onChanged={reload} />
        <SeatSheet member={member} onChanged={set} />
      </div>
      {member.membership_order_id !== null && (
        <InstalmentsSheet orderId={Number(member.membership_order_id)} onChanged={reload} />
      )}
    </>
  )
}

type Changing = { member: Member; onChanged(member: Member): void }

function Actions({ member, onChanged }: Changing) {
  const { whyNot } = useConsole()
  const { run, isBusy, error } = useAction()
  const why = whyNot('members:manage')
  const id = member.membership_member_id
  const state = MEMBER_STATES[member.membership_member_status_id]
  const act = (what: () => Promise<Member>) =>
    run(async () => {
      onChanged(await what())
      toast('Done')
    })
  return (
    <>
      {whyNot('customers:read', 'read') === undefined && (
        <ButtonLink href={routes.customer(member.user_id)}>The person</ButtonLink>
      )}
      {(state === 'unpaid' || state === 'instalments') && (
        <Button busy={isBusy} why={why} onClick={() => act(() => api.members.markPaid(id))}>
          Mark as paid
        </Button>
      )}
      {state === 'cancelled' ? (
        <Button busy={isBusy} why={why} onClick={() => act(() => api.members.reinstate(id))}>
          Reinstate
        </Button>
      ) : (
        <>
          <ConfirmButton
            label="New barcode …"
            title="Give a new barcode?"
            verb="Give it"
            look="plain"
            why={why}
            act={async () => onChanged(await api.members.reissueBarcode(id))}
          >
            The gates take the old one no longer. The card has to be printed again.
          </ConfirmButton>
          <ConfirmButton
            label="Cancel …"
            title="Cancel this membership?"
            verb="Cancel it"
            look="plain"
            why={why}
            act={async () => onChanged(await api.members.cancel(id))}
          >
            The seat is free for others from now on. It can be reinstated, with the seat while no other member has it.
          </ConfirmButton>
        </>
      )}
      {error !== undefined && <TroubleNotice error={error} />}
    </>
  )
}

function RenewSheet({ member, onChanged }: Changing) {
  const { whyNot } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const expires = Math.floor(new Date(`${filled.text('expires')}T23:59:59`).getTime() / 1000)
    onChanged(await api.members.renew(member.membership_member_id, { expires }))
    toast('Renewed. The new card is among those to be sent.')
  })
  return (
    <Sheet title="Renew">
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field name="expires" label="Until the end of" type="date" required />
        <div class={form.actions}>
          <Button
            type="submit"
            busy={isBusy}
            why={isCancelled(member) ? 'It is cancelled: reinstate it first' : whyNot('members:manage')}
          >
            Renew
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

function CardSheet({ member, onChanged }: { member: Member; onChanged(): void }) {
  const { whyNot } = useConsole()
  const printing = useAction()
  const id = member.membership_member_id
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const code = filled.optional('fulfillment_tracking_code')
    await api.members.fulfil({
      members: [{ membership_member_id: id, ...(code === undefined ? {} : { fulfillment_tracking_code: code }) }],
    })
    toast('Noted as sent')
    onChanged()
  })
  const print = () =>
    printing.run(async () => {
      const card = await api.members.retrieveCard(id)
      download(`member-${member.member_number}.pdf`, await card.blob())
    })
  const trouble = error ?? printing.error
  return (
    <Sheet title="Card">
      <form class={form.form} onSubmit={submit}>
        {trouble !== undefined && <TroubleNotice error={trouble} />}
        <Field
          name="fulfillment_tracking_code"
          label="Tracking code"
          optional="if there is one"
          defaultValue={member.fulfillment_tracking_code ?? ''}
          maxLength={100}
        />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy} why={whyNot('members:write')}>
            Note as sent
          </Button>
          <Button busy={printing.isBusy} why={whyNot('cards:read', 'read')} onClick={print}>
            Card as PDF
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
