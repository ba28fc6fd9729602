import type { Member } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { PlanSheet } from '../debts/plan-sheet.tsx'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import customers from '../parts/detail.module.css'
import form from '../parts/form.module.css'
import { Figures, PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { momentOf } from '../parts/zone-time.ts'
import { PageTags } from '../runs/page-tags.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/members.ts'
import { AutoRenewalSheet } from './auto-renewal-sheet.tsx'
import { CancelMembershipButton } from './cancel-membership.tsx'
import { homeLines } from './home-lines.ts'
import { InstalmentsSheet } from './instalments-sheet.tsx'
import { memberName } from './member-name.ts'
import { MemberState } from './member-status.tsx'
import { endOf, isCancelled, MEMBER_STATES } from './member-words.ts'
import { SeatSheet } from './seat-sheet.tsx'
import { TermsSheet } from './terms-sheet.tsx'

/** A long form that few visits need. */
const ChangeMemberDialog = lazy(() => import('./change-member-dialog.tsx').then((file) => file.ChangeMemberDialog))

/** Only members who pay by direct debit load this. */
const MandatesSheet = lazy(() => import('../debts/mandates-sheet.tsx').then((file) => file.MandatesSheet))

/** One membership: what it is worth at the gate, and what the desk does with it. */
export function MemberPage({ membership_member_id: id = '' }: Record<string, string>) {
  const { data: member, error, reload, set } = useLoad(() => api.members.retrieveManaged(id), [id])
  usePage(member && memberName(member))
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!member) return null
  const changed = (next: Member) => set({ ...next, tags: member.tags })
  return (
    <>
      <PageHead
        title={memberName(member)}
        over={
          <>
            <MemberState member={member} />
            <span>{words.member({ memberNumber: member.member_number })}</span>
            {member.email_address !== null && <span>{member.email_address}</span>}
            <PageTags
              objects="members"
              id={member.membership_member_id}
              tags={member.tags}
              onChanged={(tags) => set({ ...member, tags })}
            />
          </>
        }
        actions={<Actions member={member} onChanged={changed} />}
      />
      <Figures
        figures={[
          { title: common.type, value: member.type_title ?? words.none, note: member.category_title ?? '' },
          {
            title: words.ends,
            value: member.expires === null ? words.never : endOf(member),
            note: member.auto_renew === 1 ? words.renewsByItself : '',
          },
          {
            title: words.card,
            value: member.membership_fulfilled === 'yes' ? words.sent : words.toBeSent2,
            note: member.fulfillment_tracking_code ?? '',
          },
        ]}
      />
      <div class={customers.three}>
        <RenewSheet member={member} onChanged={changed} />
        <CardSheet key={member.updated_at} member={member} onChanged={reload} />
        <SeatSheet member={member} onChanged={changed} />
      </div>
      <AutoRenewalSheet memberId={member.membership_member_id} changedAt={member.updated_at} />
      <ErrorBoundary>
        <MandatesSheet of={{ membership_member_id: member.membership_member_id }} onChanged={reload} />
      </ErrorBoundary>
      <TermsSheet memberId={member.membership_member_id} changedAt={member.updated_at} />
      {member.membership_order_id !== null && (
        <>
          <PlanSheet
            orderId={Number(member.membership_order_id)}
            memberId={member.membership_member_id}
            onChanged={reload}
          />
          <InstalmentsSheet orderId={Number(member.membership_order_id)} onChanged={reload} />
        </>
      )}
    </>
  )
}

type Changing = { member: Member; onChanged(member: Member): void }

function Actions({ member, onChanged }: Changing) {
  const { whyNot } = useConsole()
  const { run, isBusy, error } = useAction()
  const [isChanging, setChanging] = useState(false)
  const why = whyNot('members:manage')
  const id = member.membership_member_id
  const state = MEMBER_STATES[member.membership_member_status_id]
  const act = (what: () => Promise<Member>) =>
    run(async () => {
      onChanged(await what())
      toast(common.done)
    })
  return (
    <>
      {whyNot('customers:read', 'read') === undefined && (
        <ButtonLink href={routes.customer(member.user_id)}>{words.thePerson}</ButtonLink>
      )}
      {why === undefined && <Button onClick={() => setChanging(true)}>{common.changeMore}</Button>}
      {state === 'unpaid' && (
        <Button busy={isBusy} why={why} onClick={() => act(() => api.members.markInstalments(id))}>
          {words.paysByInstalments}
        </Button>
      )}
      {state === 'paid' && (
        <ConfirmButton
          label={words.markAsUnpaid}
          title={words.markAsUnpaidTitle}
          verb={words.markAsUnpaidVerb}
          look="plain"
          why={why}
          act={async () => onChanged(await api.members.markUnpaid(id))}
        >
          {words.markAsUnpaidText}
        </ConfirmButton>
      )}
      {(state === 'unpaid' || state === 'instalments') && member.open_amount === 0 && (
        <Button busy={isBusy} why={why} onClick={() => act(() => api.members.markPaid(id))}>
          {words.markAsPaid}
        </Button>
      )}
      {state === 'cancelled' ? (
        <Button busy={isBusy} why={why} onClick={() => act(() => api.members.reinstate(id))}>
          {words.reinstate}
        </Button>
      ) : (
        <>
          <ConfirmButton
            label={words.newBarcode}
            title={words.giveANewBarcode}
            verb={words.newBarcodeVerb}
            look="plain"
            why={why}
            act={async () => onChanged(await api.members.reissueBarcode(id))}
          >
            {words.theGatesTakeTheOld}
          </ConfirmButton>
          <ConfirmButton
            label={words.newCardLink}
            title={words.newCardLinkTitle}
            verb={words.newCardLinkVerb}
            look="plain"
            why={why}
            act={async () => {
              await api.members.revokeCardSecret(id)
              toast(words.newCardLinkDone)
            }}
          >
            {words.newCardLinkText}
          </ConfirmButton>
          <CancelMembershipButton member={member} onChanged={onChanged} />
        </>
      )}
      {error !== undefined && <TroubleNotice error={error} />}
      {isChanging && (
        <ErrorBoundary>
          <ChangeMemberDialog
            member={member}
            onClose={() => setChanging(false)}
            onChanged={(changed) => {
              setChanging(false)
              onChanged(changed)
            }}
          />
        </ErrorBoundary>
      )}
    </>
  )
}

function RenewSheet({ member, onChanged }: Changing) {
  const { whyNot, organisation } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    // The last second of the day where the club is, whichever clock the reader's machine goes by.
    const expires = momentOf(`${filled.text('expires')}T23:59`, organisation.timezone) + 59
    onChanged(await api.members.renew(member.membership_member_id, { expires }))
    toast(words.renewedTheNewCardIs)
  })
  const sellTo = (more: { upgrade?: 'yes' }) =>
    routes.boxOffice({ tab: 'memberships', member_id: member.membership_member_id, ...more })
  return (
    <Sheet title={words.renewOrUpgrade}>
      {whyNot('box_office:manage') === undefined && (
        <div class={form.actions}>
          <ButtonLink look="strong" href={sellTo({})}>
            {words.renew}
          </ButtonLink>
          {!isCancelled(member) && <ButtonLink href={sellTo({ upgrade: 'yes' })}>{words.upgrade}</ButtonLink>}
        </div>
      )}
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field name="expires" label={words.untilTheEndOf} type="date" required />
        <div class={form.actions}>
          <Button
            type="submit"
            busy={isBusy}
            why={isCancelled(member) ? words.itIsCancelledReinstateIt : whyNot('members:manage')}
          >
            {words.renewWithoutASale}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

function CardSheet({ member, onChanged }: { member: Member; onChanged(): void }) {
  const { whyNot, organisation } = useConsole()
  const home = homeLines(member, organisation.country)
  const printing = useAction()
  const id = member.membership_member_id
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const code = filled.optional('fulfillment_tracking_code')
    await api.members.fulfil({
      members: [{ membership_member_id: id, ...(code === undefined ? {} : { fulfillment_tracking_code: code }) }],
    })
    toast(words.notedAsSent)
    onChanged()
  })
  const print = () =>
    printing.run(async () => {
      const card = await api.members.retrieveCard(id)
      download(words.memberPdf({ memberNumber: member.member_number }), await card.blob())
    })
  const trouble = error ?? printing.error
  return (
    <Sheet title={words.card}>
      <form class={form.form} onSubmit={submit}>
        {trouble !== undefined && <TroubleNotice error={trouble} />}
        <p>{home.length > 0 ? words.sentTo({ address: home.join(', ') }) : words.addressUnknown}</p>
        <Field
          name="fulfillment_tracking_code"
          label={words.trackingCode}
          optional={words.ifThereIsOne}
          defaultValue={member.fulfillment_tracking_code ?? ''}
          maxLength={100}
        />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy} why={whyNot('members:write')}>
            {words.noteAsSent2}
          </Button>
          <Button busy={printing.isBusy} why={whyNot('cards:read', 'read')} onClick={print}>
            {words.cardAsPdf}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
