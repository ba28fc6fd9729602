import type { Member } from '@grandstand/sdk'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { SelectFilter } from '../parts/filters.tsx'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import styles from './labels-page.module.css'
import { memberName } from './member-words.ts'

/** What one sheet of the printer after the other takes: five of 21. */
const LABELS = 105

/** The cards that are still to be sent, as labels to print; what was posted is noted in one go. */
export function LabelsPage() {
  usePage('Cards to send')
  const { whyNot } = useConsole()
  const { query, hrefWith } = useQuery()
  const { type, cursor, state = '1' } = query
  const types = useLoad(() => api.memberships.listTypes().page(), [])
  const { data, error, reload } = useLoad(
    () =>
      api.members
        .list({
          limit: LABELS,
          membership_fulfilled: 'no',
          membership_member_status_id: Number(state),
          ...(type && { membership_type_id: Number(type) }),
          ...(cursor && { cursor }),
        })
        .page(),
    [type, cursor, state],
  )
  const complete = (data?.data ?? []).filter((member) => addressOf(member).length > 0)
  const none = complete.length === 0 ? 'There is nothing to send' : undefined
  const fulfil = async () => {
    const members = complete.map(({ membership_member_id }) => ({ membership_member_id }))
    const { members_fulfilled } = await api.members.fulfil({ members })
    toast(`${members_fulfilled} are noted as sent`)
    reload()
  }
  return (
    <>
      <div class={styles.noPrint}>
        <PageHead
          title="Cards to send"
          over={<a href={routes.members()}>Members</a>}
          actions={
            <>
              <Button look="strong" why={none} onClick={() => print()}>
                Print the labels
              </Button>
              <ConfirmButton
                label="Note as sent …"
                title={`Note ${complete.length} cards as sent?`}
                verb="They are sent"
                look="plain"
                why={whyNot('members:write') ?? none}
                act={fulfil}
              >
                Those with an address on this page leave the list. Webhooks for member.fulfilled are told.
              </ConfirmButton>
            </>
          }
        />
      </div>
      <Sheet
        about={
          <div class={`${styles.noPrint} ${styles.filters}`}>
            <SelectFilter
              name="type"
              label="Type"
              options={[
                { value: '', label: 'Any type' },
                ...(types.data?.data ?? []).map(({ membership_type_id, title }) => ({
                  value: String(membership_type_id),
                  label: title,
                })),
              ]}
            />
            <SelectFilter
              name="state"
              label="State"
              options={[
                { value: '', label: 'paid' },
                { value: '2', label: 'by instalments' },
                { value: '0', label: 'unpaid' },
              ]}
            />
          </div>
        }
      >
        {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
        {data?.data.length === 0 && (
          <Empty title="Every card is sent">
            <p>A new member, and one who renews, comes here until the card is noted as sent.</p>
          </Empty>
        )}
        <ul class={styles.labels}>
          {data?.data.map((member) => (
            <Label key={member.membership_member_id} member={member} />
          ))}
        </ul>
        {data?.has_more && data.next_cursor && (
          <p class={styles.noPrint}>
            <ButtonLink href={hrefWith({ cursor: data.next_cursor })}>The next {LABELS}</ButtonLink>
          </p>
        )}
      </Sheet>
    </>
  )
}

function Label({ member }: { member: Member }) {
  const lines = addressOf(member)
  return (
    <li class={[styles.label, lines.length === 0 ? styles.incomplete : ''].join(' ')}>
      <strong>{memberName(member)}</strong>
      {member.company_name !== null && <span>{member.company_name}</span>}
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {lines.length === 0 && (
        <span>
          <Tag tone="flare">no address</Tag> <a href={routes.member(member.membership_member_id)}>look</a>
        </span>
      )}
      <span class={styles.number}>{member.member_number}</span>
    </li>
  )
}

/** Street, second line, town with state and postcode; nothing where no street is known. */
function addressOf({ address, address2, suburb, state, postcode }: Member): string[] {
  if (!address) return []
  const town = [suburb, state, postcode].filter(Boolean).join(' ')
  return [address, address2, town].flatMap((line) => (line ? [line] : []))
}
